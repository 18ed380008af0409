// The twin of epoll.go: one thread in epoll_wait(2), level-triggered.
#include "twin.h"
#include <sys/epoll.h>

enum { MAX_EVENTS = 256 };

static void watch(int ep, int op, int fd, uint32_t events) {
	struct epoll_event ev = {.events = events, .data.fd = fd};
	epoll_ctl(ep, op, fd, &ev);
}

int main(void) {
	static char buf[READ_BYTES];
	struct epoll_event ready[MAX_EVENTS];
	int listener = listen_on_loopback(SOCK_NONBLOCK);
	int ep = epoll_create1(EPOLL_CLOEXEC);
	watch(ep, EPOLL_CTL_ADD, listener, EPOLLIN);
	for (;;) {
		int n = epoll_wait(ep, ready, MAX_EVENTS, -1); // sleeps here
		for (int i = 0; i < n; i++) {
			int fd = ready[i].data.fd;
			ssize_t left;
			if (fd == listener) {
				int c = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
				if (c >= 0) {
					no_delay(c);
					watch(ep, EPOLL_CTL_ADD, c, EPOLLIN);
				}
			} else if (ready[i].events & EPOLLOUT) { // room again for the rest
				if ((left = flush_rest(fd)) < 0)
					hang_up(fd);
				else if (left == 0)
					watch(ep, EPOLL_CTL_MOD, fd, EPOLLIN);
			} else {
				ssize_t k = read(fd, buf, sizeof buf);
				if (k < 0 && errno == EAGAIN)
					continue;
				if (k <= 0 || (left = send_or_keep(fd, buf, k)) < 0)
					hang_up(fd);
				else if (left > 0) // its client does not read: wait for room
					watch(ep, EPOLL_CTL_MOD, fd, EPOLLOUT);
			}
		}
	}
}
