#include "textflag.h"

// func clone(flags, stack, tid, tls uintptr) (ret uintptr)
// The child starts on the new stack, which holds: closure, argument, g.
TEXT ·clone(SB),NOSPLIT,$0-40
	MOVQ	flags+0(FP), DI
	MOVQ	stack+8(FP), SI
	MOVQ	tid+16(FP), DX
	MOVQ	tid+16(FP), R10
	MOVQ	tls+24(FP), R8
	MOVL	$56, AX
	SYSCALL
	TESTQ	AX, AX
	JEQ	child
	MOVQ	AX, ret+32(FP)
	RET
child:
	XORL	BP, BP
	XORPS	X15, X15
	MOVQ	SP, CX
	MOVQ	0(CX), DX
	MOVQ	8(CX), AX
	MOVQ	16(CX), R14
	MOVQ	(DX), CX
	CALL	CX
	XORL	DI, DI
	MOVL	$60, AX
	SYSCALL
	INT	$3

// func vdsoCall(fn, clock, ts uintptr) (ret uintptr)
TEXT ·vdsoCall(SB),NOSPLIT,$0-32
	MOVQ	fn+0(FP), AX
	MOVQ	clock+8(FP), DI
	MOVQ	ts+16(FP), SI
	MOVQ	SP, BX
	ANDQ	$~15, SP
	CALL	AX
	MOVQ	BX, SP
	MOVQ	AX, ret+24(FP)
	RET

// func grandcallerPC() uintptr
// Follows the frame pointer of the calling function to that of its caller,
// above which lies the return address wanted.
TEXT ·grandcallerPC(SB),NOSPLIT|NOFRAME,$0-8
	MOVQ	(BP), AX
	MOVQ	8(AX), AX
	MOVQ	AX, ret+0(FP)
	RET

// func greatGrandcallerPC() uintptr
// The same, one function further up.
TEXT ·greatGrandcallerPC(SB),NOSPLIT|NOFRAME,$0-8
	MOVQ	(BP), AX
	MOVQ	(AX), AX
	MOVQ	8(AX), AX
	MOVQ	AX, ret+0(FP)
	RET

// func threadKey() uintptr
// The M that runs the calling goroutine: field m of g, the seventh word.
TEXT ·threadKey(SB),NOSPLIT|NOFRAME,$0-8
	MOVQ	48(R14), AX
	MOVQ	AX, ret+0(FP)
	RET
