package host

import "testing"

func TestObjectsInUseAreCounted(t *testing.T) {
	const text = `slabinfo - version: 2.1
# name            <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab> : tunables
TCP                  100    130   2304   13    8 : tunables    0    0    0 : slabdata     10     10      0
task_struct            7     20  10000    3    8 : tunables    0    0    0 : slabdata      7      7      0
`
	if got := objectBytes(text); got != 100*2304+7*10000 {
		t.Errorf("got %d bytes, want %d", got, 100*2304+7*10000)
	}
}

func TestTheKernelUsesMemory(t *testing.T) {
	got, err := KernelMemory()
	if err != nil || got < 1<<20 {
		t.Errorf("got %d bytes, %v; want more than 1 MiB", got, err)
	}
}
