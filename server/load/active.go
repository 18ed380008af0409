package load

import "iowait/server/wire"

// Active is how many of the connections of the idle experiment carry
// requests: one in every wire.ParamActive, rounded up, or none.
func Active(p wire.Params) int64 {
	each := p[wire.ParamActive]
	if each == 0 {
		return 0
	}
	return (p[wire.ParamConns] + each - 1) / each
}
