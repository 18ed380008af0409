// What the twins share: the listener, and bytes that a client does not take
// yet. A twin prints its port and serves until its standard input ends.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 4096, READ_BYTES = 64 << 10, MAX_FDS = 1 << 16 };

static void die(const char *what) {
	perror(what);
	exit(1);
}

static void exit_at_end_of_input(int signal) {
	char c;
	if (read(0, &c, 1) == 0)
		_exit(0);
	(void)signal;
}

// listen_on_loopback opens a listener on a free port and prints the port.
static int listen_on_loopback(int flags) {
	signal(SIGPIPE, SIG_IGN); // write(2) answers EPIPE instead
	struct rlimit limit;
	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max < MAX_FDS ? limit.rlim_max : MAX_FDS;
	setrlimit(RLIMIT_NOFILE, &limit);

	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof addr;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
	if (fd < 0 || bind(fd, (void *)&addr, size) || listen(fd, BACKLOG) || getsockname(fd, (void *)&addr, &size))
		die("listen");
	printf("%d\n", ntohs(addr.sin_port));
	fflush(stdout);

	// A signal tells of the end of input, not a thread: with a second thread
	// each call of the C library would take longer.
	signal(SIGIO, exit_at_end_of_input);
	fcntl(0, F_SETOWN, getpid());
	fcntl(0, F_SETFL, O_ASYNC | O_NONBLOCK);
	exit_at_end_of_input(0); // it may have been over before
	return fd;
}

static void no_delay(int fd) {
	int one = 1;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

// The rest of an answer that the socket buffer had no room for, by descriptor.
static struct rest {
	char *bytes;
	size_t off, len;
} rests[MAX_FDS];

// send_or_keep writes p and keeps what there is no room for. It returns how
// many bytes were kept, or -1 when the client is gone.
static inline ssize_t send_or_keep(int fd, const char *p, size_t n) {
	ssize_t sent = write(fd, p, n);
	if (sent == (ssize_t)n)
		return 0;
	if (sent < 0 && errno != EAGAIN)
		return -1;
	if (sent < 0)
		sent = 0;
	struct rest *r = &rests[fd];
	if (!r->bytes && !(r->bytes = malloc(READ_BYTES)))
		die("malloc");
	r->off = 0;
	r->len = n - sent;
	memcpy(r->bytes, p + sent, r->len);
	return r->len;
}

// flush_rest writes what was kept and returns like send_or_keep.
static inline ssize_t flush_rest(int fd) {
	struct rest *r = &rests[fd];
	ssize_t sent = write(fd, r->bytes + r->off, r->len);
	if (sent < 0 && errno != EAGAIN)
		return -1;
	if (sent > 0) {
		r->off += sent;
		r->len -= sent;
	}
	return r->len;
}

// hang_up closes a connection.
static inline void hang_up(int fd) {
	rests[fd].len = 0;
	close(fd);
}
