// The twin of io_uring.go, on raw system calls: multishot accept, one
// multishot receive for each connection into provided buffers, and one send
// at a time, so that bytes leave in order.
#include "twin.h"
#include <linux/io_uring.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { ENTRIES = 2048, BUFFERS = 1024, BUFFER_BYTES = 16 << 10, GROUP = 1, MAX_QUEUED = 8, NONE = 0xffff };
enum op { ACCEPT = 1, RECV, SEND, CANCEL };

// The rings, shared with the kernel.
static int ring;
static unsigned *sq_head, *sq_tail, *cq_head, *cq_tail, sq_mask, cq_mask, tail, submitted;
static struct io_uring_sqe *sqes;
static struct io_uring_cqe *cqes;

// The provided buffers. Those of a connection that wait to be sent form a list.
static struct io_uring_buf_ring *provided;
static char *memory;
static uint16_t next[BUFFERS];
static int length[BUFFERS];

static struct conn {
	uint16_t gen, head, tail; // of the list, when queued > 0
	int off, queued;          // sent of the first buffer
	char sending, receiving, starving, last;
} conns[MAX_FDS];

// Connections without a receive for want of buffers, a circular queue.
static int starving[MAX_FDS];
static unsigned first, hungry;

static void enter(unsigned wait) {
	__atomic_store_n(sq_tail, tail, __ATOMIC_RELEASE);
	int n = syscall(SYS_io_uring_enter, ring, tail - submitted, wait, IORING_ENTER_GETEVENTS, NULL, 0);
	if (n > 0)
		submitted += n;
}

// user_data: operation, buffer, generation, descriptor.
static uint64_t pack(enum op op, uint16_t buffer, int fd) {
	return (uint64_t)op << 56 | (uint64_t)buffer << 40 | (uint64_t)conns[fd].gen << 24 | fd;
}

static struct io_uring_sqe *submit(enum op op, int opcode, int fd, uint16_t buffer) {
	while (tail - __atomic_load_n(sq_head, __ATOMIC_ACQUIRE) > sq_mask)
		enter(0);
	struct io_uring_sqe *e = &sqes[tail++ & sq_mask];
	memset(e, 0, sizeof *e);
	e->opcode = opcode;
	e->fd = fd;
	e->user_data = pack(op, buffer, fd);
	return e;
}

static void ask_accept(int listener) {
	struct io_uring_sqe *e = submit(ACCEPT, IORING_OP_ACCEPT, listener, NONE);
	e->ioprio = IORING_ACCEPT_MULTISHOT;
	e->accept_flags = SOCK_CLOEXEC;
}

static void ask_recv(int fd) {
	conns[fd].receiving = 1;
	struct io_uring_sqe *e = submit(RECV, IORING_OP_RECV, fd, NONE);
	e->ioprio = IORING_RECV_MULTISHOT;
	e->flags = IOSQE_BUFFER_SELECT;
	e->buf_group = GROUP;
}

// ask_send sends the first queued buffer, or what is left of it.
static void ask_send(int fd) {
	struct conn *c = &conns[fd];
	c->sending = 1;
	struct io_uring_sqe *e = submit(SEND, IORING_OP_SEND, fd, c->head);
	e->addr = (uintptr_t)memory + c->head * BUFFER_BYTES + c->off;
	e->len = length[c->head] - c->off;
	e->msg_flags = MSG_WAITALL | MSG_NOSIGNAL;
}

static void provide(uint16_t id) {
	struct io_uring_buf *b = &provided->bufs[provided->tail & (BUFFERS - 1)];
	b->addr = (uintptr_t)memory + id * BUFFER_BYTES;
	b->len = BUFFER_BYTES;
	b->bid = id;
	__atomic_store_n(&provided->tail, provided->tail + 1, __ATOMIC_RELEASE);
}

// give_back returns a buffer to the kernel and lets the connection that has
// waited longest for one receive again.
static void give_back(uint16_t id) {
	provide(id);
	while (hungry > 0) {
		int fd = starving[first++ % MAX_FDS];
		hungry--;
		if (!conns[fd].starving)
			continue;
		conns[fd].starving = 0;
		if (conns[fd].queued < MAX_QUEUED)
			ask_recv(fd);
		return;
	}
}

static void hang_up_ring(int fd) {
	struct conn *c = &conns[fd], old = *c;
	*c = (struct conn){.gen = old.gen + 1};
	uint16_t id = old.head;
	for (int i = 0; i < old.queued; i++) {
		uint16_t following = next[id];
		if (i > 0 || !old.sending) // the kernel still sends from the first
			give_back(id);
		id = following;
	}
	if (old.sending || old.receiving)
		shutdown(fd, SHUT_RDWR); // ends what the kernel still does on it
	close(fd);
}

static void accepted(int listener, int res, int more) {
	if (res >= 0) {
		conns[res] = (struct conn){.gen = conns[res].gen};
		no_delay(res);
		ask_recv(res);
	}
	if (!more)
		ask_accept(listener);
}

static void received(int fd, int res, int more, uint16_t id) {
	struct conn *c = &conns[fd];
	if (res > 0) {
		length[id] = res;
		if (c->queued++ == 0) {
			c->head = id;
			c->off = 0;
		} else {
			next[c->tail] = id;
		}
		c->tail = id;
		if (!c->sending)
			ask_send(fd);
		if (more && c->queued >= MAX_QUEUED) // its client does not read: take no more
			submit(CANCEL, IORING_OP_ASYNC_CANCEL, fd, NONE)->addr = pack(RECV, NONE, fd);
	}
	if (more)
		return;
	c->receiving = 0;
	if (res == 0 && c->queued > 0) {
		c->last = 1; // close when all is sent
	} else if (res == -ENOBUFS) {
		c->starving = 1;
		starving[(first + hungry++) % MAX_FDS] = fd;
	} else if (res <= 0 && res != -ECANCELED) {
		hang_up_ring(fd);
	} else if (c->queued < MAX_QUEUED) {
		ask_recv(fd);
	}
}

static void sent(int fd, int res) {
	struct conn *c = &conns[fd];
	if (res < 0) {
		hang_up_ring(fd);
		return;
	}
	c->sending = 0;
	c->off += res;
	if (c->off >= length[c->head]) {
		uint16_t id = c->head;
		c->head = next[id];
		c->off = 0;
		c->queued--;
		give_back(id);
	}
	if (c->queued > 0)
		ask_send(fd);
	else if (c->last)
		hang_up_ring(fd);
	else if (!c->receiving && !c->starving)
		ask_recv(fd);
}

static void *map(size_t size, int fd, off_t off) {
	int flags = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED | MAP_POPULATE;
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, fd, off);
	if (p == MAP_FAILED)
		die("mmap");
	return p;
}

static void set_up(void) {
	struct io_uring_params p = {.cq_entries = ENTRIES * 8,
		.flags = IORING_SETUP_CLAMP | IORING_SETUP_CQSIZE | IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN};
	if ((ring = syscall(SYS_io_uring_setup, ENTRIES, &p)) < 0)
		die("io_uring_setup");
	size_t sq = p.sq_off.array + 4 * p.sq_entries, cq = p.cq_off.cqes + sizeof *cqes * p.cq_entries;
	char *m = map(sq > cq ? sq : cq, ring, IORING_OFF_SQ_RING);
	sqes = map(p.sq_entries * sizeof *sqes, ring, IORING_OFF_SQES);
	sq_head = (void *)(m + p.sq_off.head);
	sq_tail = (void *)(m + p.sq_off.tail);
	cq_head = (void *)(m + p.cq_off.head);
	cq_tail = (void *)(m + p.cq_off.tail);
	cqes = (void *)(m + p.cq_off.cqes);
	sq_mask = p.sq_entries - 1;
	cq_mask = p.cq_entries - 1;
	for (unsigned i = 0; i < p.sq_entries; i++)
		((unsigned *)(m + p.sq_off.array))[i] = i; // slot i always holds entry i

	memory = map((size_t)BUFFERS * BUFFER_BYTES, -1, 0);
	provided = map(BUFFERS * sizeof(struct io_uring_buf), -1, 0);
	struct io_uring_buf_reg reg = {.ring_addr = (uintptr_t)provided, .ring_entries = BUFFERS, .bgid = GROUP};
	if (syscall(SYS_io_uring_register, ring, IORING_REGISTER_PBUF_RING, &reg, 1) < 0)
		die("io_uring_register");
	for (int id = 0; id < BUFFERS; id++)
		provide(id);
}

int main(void) {
	int listener = listen_on_loopback(0);
	set_up();
	ask_accept(listener);
	for (;;) {
		enter(1); // sleeps here
		unsigned head = *cq_head;
		while (head != __atomic_load_n(cq_tail, __ATOMIC_ACQUIRE)) {
			struct io_uring_cqe c = cqes[head++ & cq_mask];
			__atomic_store_n(cq_head, head, __ATOMIC_RELEASE);
			enum op op = c.user_data >> 56;
			int fd = c.user_data & 0xffffff, more = c.flags & IORING_CQE_F_MORE;
			uint16_t id = c.flags & IORING_CQE_F_BUFFER ? c.flags >> IORING_CQE_BUFFER_SHIFT : c.user_data >> 40;
			if ((uint16_t)(c.user_data >> 24) != conns[fd].gen) { // of a connection closed since
				if (id != NONE && (op == RECV || op == SEND))
					give_back(id);
			} else if (op == ACCEPT) {
				accepted(fd, c.res, more);
			} else if (op == RECV) {
				received(fd, c.res, more, id);
			} else if (op == SEND) {
				sent(fd, c.res);
			}
		}
	}
}
