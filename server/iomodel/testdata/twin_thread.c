// The twin of thread_per_conn.go: one POSIX thread for each connection,
// blocked in read(2) until its client has sent something.
#include "twin.h"
#include <pthread.h>

static void *echo(void *arg) {
	int fd = (intptr_t)arg;
	char buf[READ_BYTES];
	for (;;) {
		ssize_t n = read(fd, buf, sizeof buf); // sleeps here
		if (n <= 0)
			break;
		ssize_t sent = 0;
		while (sent < n) {
			ssize_t w = write(fd, buf + sent, n - sent);
			if (w < 0)
				break;
			sent += w;
		}
		if (sent < n)
			break;
	}
	close(fd);
	return NULL;
}

int main(void) {
	int listener = listen_on_loopback(0);
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, READ_BYTES + (64 << 10));
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	for (;;) {
		int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
		if (fd < 0)
			continue;
		no_delay(fd);
		pthread_t thread;
		if (pthread_create(&thread, &attr, echo, (void *)(intptr_t)fd))
			close(fd);
	}
}
