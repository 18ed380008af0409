package load

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"iowait/server/testbin"
)

// The test binary plays these roles when it is started anew.
const (
	roleEnv       = "IOWAIT_TEST_ROLE"
	roleEcho      = "echo"
	roleOldKernel = "old kernel"
)

// serveEcho is a server in a process of its own, which can be stopped.
func serveEcho() {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(l.Addr())
	go func() { // ends with its parent
		_, _ = os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}()
	for {
		c, err := l.Accept()
		if err != nil {
			panic(err)
		}
		go echo(c)
	}
}

// startEcho starts such a server.
func startEcho(t *testing.T) (addr string, process *os.Process) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleEnv+"="+roleEcho)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGCONT)
		_ = in.Close()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), cmd.Process
}

// onOldKernel starts the program where epoll_pwait2(2) does not exist.
func onOldKernel(t *testing.T) *child {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleEnv+"="+roleOldKernel, "IOWAIT_TEST_PROGRAM="+testbin.Path())
	return startAs(t, cmd)
}

// execOnOldKernel becomes the program behind a seccomp(2) filter that
// answers epoll_pwait2 with ENOSYS, as Linux did before 5.11.
func execOnOldKernel() {
	const epollPwait2, allow, errno = 441, 0x7fff0000, 0x00050000
	const setNoNewPrivs, setSeccomp, modeFilter = 38, 22, 2
	filter := []syscall.SockFilter{
		{Code: syscall.BPF_LD | syscall.BPF_W | syscall.BPF_ABS}, // the system call's number
		{Code: syscall.BPF_JMP | syscall.BPF_JEQ | syscall.BPF_K, Jf: 1, K: epollPwait2},
		{Code: syscall.BPF_RET | syscall.BPF_K, K: errno | uint32(syscall.ENOSYS)},
		{Code: syscall.BPF_RET | syscall.BPF_K, K: allow},
	}
	prog := syscall.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	runtime.LockOSThread() // the filter is this thread's, and then the program's
	_, _, e := syscall.RawSyscall6(syscall.SYS_PRCTL, setNoNewPrivs, 1, 0, 0, 0, 0)
	if e == 0 {
		_, _, e = syscall.RawSyscall6(syscall.SYS_PRCTL, setSeccomp, modeFilter, uintptr(unsafe.Pointer(&prog)), 0, 0, 0)
	}
	if e != 0 {
		panic(os.NewSyscallError("prctl", e))
	}
	panic(syscall.Exec(os.Getenv("IOWAIT_TEST_PROGRAM"), []string{"iowait", "worker", "load"}, os.Environ()))
}
