#include "textflag.h"

// func ticks() int64
TEXT ·ticks(SB),NOSPLIT|NOFRAME,$0-8
	RDTSC
	SHLQ	$32, DX
	ORQ	DX, AX
	MOVQ	AX, ret+0(FP)
	RET

// func stamp(s *ringSlot) (ticks int64)
// PREFETCHW (AX), which the assembler does not know, then the clock.
TEXT ·stamp(SB),NOSPLIT|NOFRAME,$0-16
	MOVQ	s+0(FP), AX
	ADDQ	$512, AX
	BYTE	$0x0f; BYTE $0x0d; BYTE $0x08
	RDTSC
	SHLQ	$32, DX
	ORQ	DX, AX
	MOVQ	AX, ticks+8(FP)
	RET
