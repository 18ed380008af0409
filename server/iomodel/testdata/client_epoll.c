// The twin of the load generator in a closed loop, see package load:
//
//	client_epoll PORT CONNECTIONS BYTES WARM_MS MS
//
// Each connection writes a message and, once the whole answer is there and
// has been compared with it, the next one. What it counts after WARM_MS is
// printed as one line of JSON.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAX_EVENTS = 128, READ_BYTES = 256 << 10 };

static struct conn {
	int fd;
	uint32_t seq;
	size_t sent, got;
	int64_t from_ns; // when the request in hand began to be written
	int blocked;     // EPOLLOUT is asked for
} *conns;
static int ep;
static size_t size;
static char *message, *in;
static int64_t requests, latency_ns;

static void die(const char *what) {
	perror(what);
	exit(1);
}

static int64_t now(void) {
	struct timespec ts;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

// A histogram of 1,024 buckets for each power of two: three digits.
enum { HALF_BITS = 10, BUCKETS = 40 << HALF_BITS };
static int64_t counts[BUCKETS];

static int bucket(uint64_t ns) {
	int shift = 63 - __builtin_clzll(ns | ((2 << HALF_BITS) - 1)) - HALF_BITS;
	return (shift << HALF_BITS) + (ns >> shift);
}

static int64_t lowest(int b) {
	int shift = b < (2 << HALF_BITS) ? 0 : (b >> HALF_BITS) - 1;
	return (int64_t)(b - (shift << HALF_BITS)) << shift;
}

static int64_t percentile(double percent) {
	int64_t seen = 0;
	for (int b = 0; b < BUCKETS; b++)
		if ((seen += counts[b]) > 0 && seen >= requests * percent / 100)
			return lowest(b);
	return 0;
}

// stamp makes message seq of connection id: each differs in its first and
// last eight bytes.
static void stamp(uint32_t id, uint32_t seq) {
	uint64_t word = ((uint64_t)id << 32 | seq) * 0x9e3779b97f4a7c15;
	word ^= word >> 32;
	if (size < 8) {
		memcpy(message, &word, size);
		return;
	}
	memcpy(message, &word, 8);
	memcpy(message + size - 8, &word, 8);
}

static void send_request(struct conn *k) {
	stamp(k - conns, k->seq);
	ssize_t n = write(k->fd, message + k->sent, size - k->sent);
	if (n < 0 && errno != EAGAIN)
		die("write");
	if (n > 0)
		k->sent += n;
	int blocked = k->sent < size;
	if (blocked != k->blocked) {
		struct epoll_event ev = {.events = EPOLLIN | (blocked ? EPOLLOUT : 0), .data.u32 = k - conns};
		epoll_ctl(ep, EPOLL_CTL_MOD, k->fd, &ev);
		k->blocked = blocked;
	}
}

// receive reads once and answers the time, or 0 when nothing was there.
static int64_t receive(struct conn *k) {
	size_t room = size - k->got;
	ssize_t n = read(k->fd, in, room < READ_BYTES ? room : READ_BYTES);
	if (n < 0 && errno == EAGAIN)
		return 0;
	if (n <= 0)
		die("read");
	int64_t at = now();
	stamp(k - conns, k->seq);
	if (k->got + n > k->sent || memcmp(in, message + k->got, n)) {
		fprintf(stderr, "connection %td: an answer differs from its message\n", k - conns);
		exit(1);
	}
	if ((k->got += n) < size)
		return at;
	requests++;
	latency_ns += at - k->from_ns;
	counts[bucket(at - k->from_ns)]++;
	k->seq++;
	k->sent = k->got = 0;
	k->from_ns = at;
	send_request(k);
	return at;
}

// run goes on until the time is until_ns.
static void run(int64_t until_ns) {
	struct epoll_event ready[MAX_EVENTS];
	int64_t at = 0;
	while (at < until_ns) {
		int n = epoll_wait(ep, ready, MAX_EVENTS, -1);
		for (int i = 0; i < n; i++) {
			struct conn *k = &conns[ready[i].data.u32];
			if (ready[i].events & EPOLLOUT && k->blocked)
				send_request(k);
			if (ready[i].events & ~EPOLLOUT) {
				int64_t read_at = receive(k);
				at = read_at > at ? read_at : at;
			}
		}
	}
}

static int64_t cpu_ns(void) {
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000000LL + (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1000LL;
}

int main(int argc, char **argv) {
	if (argc != 6) {
		fprintf(stderr, "usage: client_epoll PORT CONNECTIONS BYTES WARM_MS MS\n");
		return 2;
	}
	struct rlimit limit;
	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	int n = atoi(argv[2]), one = 1;
	size = atoi(argv[3]);
	conns = calloc(n, sizeof *conns);
	message = malloc(size);
	in = malloc(READ_BYTES);
	for (size_t i = 0; i < size; i++)
		message[i] = i ^ i >> 8;

	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons(atoi(argv[1]))};
	struct linger reset = {.l_onoff = 1}; // close leaves no TIME_WAIT
	ep = epoll_create1(EPOLL_CLOEXEC);
	for (int i = 0; i < n; i++) {
		int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
		if (fd < 0 || connect(fd, (void *)&addr, sizeof addr))
			die("connect");
		int nonblock = 1;
		if (ioctl(fd, FIONBIO, &nonblock))
			die("ioctl");
		conns[i].fd = fd;
		struct epoll_event ev = {.events = EPOLLIN, .data.u32 = i};
		epoll_ctl(ep, EPOLL_CTL_ADD, fd, &ev);
	}
	for (int i = 0; i < n; i++) {
		conns[i].from_ns = now();
		send_request(&conns[i]);
	}

	int64_t start = now();
	run(start + atoll(argv[4]) * 1000000);
	memset(counts, 0, sizeof counts);
	requests = latency_ns = 0;
	start = now();
	int64_t cpu = cpu_ns();
	run(start + atoll(argv[5]) * 1000000);
	int64_t end = now();
	cpu = cpu_ns() - cpu;
	printf("{\"requests\":%lld,\"elapsed_ns\":%lld,\"cpu_ns\":%lld,\"mean_ns\":%lld,\"p50_ns\":%lld,\"p99_ns\":%lld}\n",
		(long long)requests, (long long)(end - start), (long long)cpu,
		(long long)(latency_ns / (requests ? requests : 1)), (long long)percentile(50), (long long)percentile(99));
	return 0;
}
