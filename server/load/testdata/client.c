/* The least that a load generator in C can do: one thread, epoll, a closed
 * loop over n connections, every answer compared, its time taken. It prints
 * the requests of the measured part and the CPU time (user and system) of
 * this process in that part, in nanoseconds.
 *
 * usage: client PORT CONNECTIONS SIZE MILLISECONDS CPU */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

static long long now(clockid_t clock) {
	struct timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long long begun[1 << 16], sum;

int main(int argc, char **argv) {
	if (argc != 6)
		return 2;
	int n = atoi(argv[2]), size = atoi(argv[3]), one = 1;
	long long length = atoll(argv[4]) * 1000000;
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(atoi(argv[5]), &set);
	sched_setaffinity(0, sizeof set, &set);
	char *out = calloc(1, size), *in = malloc(size);
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int ep = epoll_create1(0);
	for (int i = 0; i < n; i++) {
		int fd = socket(AF_INET, SOCK_STREAM, 0);
		if (connect(fd, (void *)&to, sizeof to)) {
			perror("connect");
			return 1;
		}
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
		fcntl(fd, F_SETFL, O_NONBLOCK);
		struct epoll_event ev = {.events = EPOLLIN, .data.fd = fd};
		epoll_ctl(ep, EPOLL_CTL_ADD, fd, &ev);
		begun[fd] = now(CLOCK_MONOTONIC);
		if (write(fd, out, size) != size)
			return 1;
	}
	long long requests = 0, cpu = 0, from = now(CLOCK_MONOTONIC) + length / 4, measured = 0;
	for (struct epoll_event ready[128];;) {
		int k = epoll_wait(ep, ready, 128, -1);
		long long t = 0;
		for (int i = 0; i < k; i++) {
			int fd = ready[i].data.fd;
			if (read(fd, in, size) != size || memcmp(in, out, size))
				return 1;
			t = now(CLOCK_MONOTONIC);
			sum += t - begun[fd];
			begun[fd] = t;
			requests++;
			if (write(fd, out, size) != size)
				return 1;
		}
		if (!measured && t > from) {
			measured = 1;
			requests = 0;
			cpu = now(CLOCK_PROCESS_CPUTIME_ID);
		} else if (t > from + length) {
			printf("%lld %lld\n", requests, now(CLOCK_PROCESS_CPUTIME_ID) - cpu);
			return 0;
		}
	}
}
