#include "textflag.h"

// func ticks() int64
TEXT ·ticks(SB),NOSPLIT|NOFRAME,$0-8
	MRS	CNTVCT_EL0, R0
	MOVD	R0, ret+0(FP)
	RET

// func stamp(s *ringSlot) (ticks int64)
TEXT ·stamp(SB),NOSPLIT|NOFRAME,$0-16
	MOVD	s+0(FP), R0
	ADD	$512, R0
	PRFM	(R0), PSTL1KEEP
	MRS	CNTVCT_EL0, R0
	MOVD	R0, ticks+8(FP)
	RET
