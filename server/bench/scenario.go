package bench

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/big"

	"iowait/server/wire"
)

// seeded answers the request with a seed.
func seeded(r Request) Request {
	if r.Seed == 0 {
		n, _ := rand.Int(rand.Reader, big.NewInt(maxSeed)) // never fails
		r.Seed = n.Int64() + 1
	}
	return r
}

// scenario is a hash of all that decides what a run does: 16 hexadecimal
// digits of SHA-256 over the checked request's JSON, whose maps are in order
// of name, and the schema's number.
func scenario(r Request) string {
	text, _ := json.Marshal(struct {
		Schema int
		Request
	}{wire.Schema, r})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Again is the request that repeats a run exactly.
func Again(run *wire.Run) Request {
	return Request{Experiment: run.Experiment, Models: run.Models, Params: run.Params, Sweep: run.Sweep, Seed: run.Seed}
}
