package iomodel

import (
	"errors"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"
)

// A descriptor is free again as soon as it is closed, and the next client
// gets it at once. Nothing that was begun for the one before may reach it.
func TestNewClientsHearNothingOfThoseWhoseDescriptorsTheyGet(t *testing.T) {
	const times = 250
	eachModel(t, func(t *testing.T, model string) {
		c := start(t, model, 0)
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				r := rand.New(rand.NewPCG(uint64(i), 8))
				for k := range times {
					var err error
					if i%2 == 0 {
						err = breakOff(c.addr, r)
					} else {
						err = pay(c.addr, content(i*times+k, 1+r.IntN(1000)))
					}
					if err != nil {
						t.Errorf("client %d, time %d: %v", i, k, err)
						return
					}
				}
			})
		}
		all.Wait()
	})
}

// pay is the whole life of a client that sends one message.
func pay(addr string, message []byte) error {
	conn, err := net.Dial("tcp4", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	tcp := conn.(*net.TCPConn)
	_ = tcp.SetDeadline(time.Now().Add(patience))
	if _, err := tcp.Write(message); err != nil {
		return err
	}
	if closed, err := hear(tcp, message); closed || err != nil {
		return errors.Join(err, errors.New("no answer"))
	}
	_ = tcp.CloseWrite()
	return ends(tcp)
}
