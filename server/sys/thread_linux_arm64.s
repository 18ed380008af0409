#include "textflag.h"

// func clone(flags, stack, tid, tls uintptr) (ret uintptr)
// The child starts on the new stack, which holds: closure, argument, g.
TEXT ·clone(SB),NOSPLIT,$0-40
	MOVD	flags+0(FP), R0
	MOVD	stack+8(FP), R1
	MOVD	tid+16(FP), R2
	MOVD	tls+24(FP), R3
	MOVD	tid+16(FP), R4
	MOVD	$220, R8
	SVC
	CBZ	R0, child
	MOVD	R0, ret+32(FP)
	RET
child:
	MOVD	ZR, R29
	MOVD	RSP, R2
	MOVD	0(R2), R26
	MOVD	8(R2), R0
	MOVD	16(R2), g
	MOVD	(R26), R1
	BL	(R1)
	MOVD	ZR, R0
	MOVD	$93, R8
	SVC
	BRK

// func vdsoCall(fn, clock, ts uintptr) (ret uintptr)
TEXT ·vdsoCall(SB),NOSPLIT,$16-32
	MOVD	fn+0(FP), R9
	MOVD	clock+8(FP), R0
	MOVD	ts+16(FP), R1
	MOVD	RSP, R19
	MOVD	R19, R20
	AND	$~15, R20
	MOVD	R20, RSP
	BL	(R9)
	MOVD	R19, RSP
	MOVD	R0, ret+24(FP)
	RET

// func grandcallerPC() uintptr
// Follows the frame pointer of the calling function to that of its caller,
// above which lies the return address wanted.
TEXT ·grandcallerPC(SB),NOSPLIT|NOFRAME,$0-8
	MOVD	(R29), R0
	MOVD	8(R0), R0
	MOVD	R0, ret+0(FP)
	RET

// func greatGrandcallerPC() uintptr
// The same, one function further up.
TEXT ·greatGrandcallerPC(SB),NOSPLIT|NOFRAME,$0-8
	MOVD	(R29), R0
	MOVD	(R0), R0
	MOVD	8(R0), R0
	MOVD	R0, ret+0(FP)
	RET

// func threadKey() uintptr
// The M that runs the calling goroutine: field m of g, the seventh word.
TEXT ·threadKey(SB),NOSPLIT|NOFRAME,$0-8
	MOVD	48(g), R0
	MOVD	R0, ret+0(FP)
	RET
