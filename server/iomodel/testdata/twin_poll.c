// The twin of poll.go: one thread that hands poll(2) an array of all
// descriptors and walks over it afterwards.
#include "twin.h"
#include <poll.h>

static struct pollfd set[MAX_FDS];
static int len;

static void add(int fd) { set[len++] = (struct pollfd){.fd = fd, .events = POLLIN}; }

// answer serves a ready connection. It returns 0 when the client is gone.
static int answer(int fd) {
	static char buf[READ_BYTES];
	if (rests[fd].len > 0) {
		ssize_t left = flush_rest(fd);
		if (left != 0)
			return left > 0;
	}
	ssize_t n = read(fd, buf, sizeof buf);
	if (n < 0 && errno == EAGAIN)
		return 1;
	return n > 0 && send_or_keep(fd, buf, n) >= 0;
}

int main(void) {
	int listener = listen_on_loopback(SOCK_NONBLOCK);
	add(listener);
	for (;;) {
		int n = poll(set, len, -1); // sleeps here
		for (int i = len - 1; i >= 0 && n > 0; i--) {
			if (!set[i].revents)
				continue;
			n--;
			int fd = set[i].fd;
			if (fd == listener) {
				int c = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
				if (c >= 0) {
					no_delay(c);
					add(c);
				}
			} else if (!answer(fd)) {
				hang_up(fd);
				set[i] = set[--len];
			} else {
				set[i].events = rests[fd].len > 0 ? POLLOUT : POLLIN;
			}
		}
	}
}
