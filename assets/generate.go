//go:build ignore

// Command generate writes assets/dist, which a release embeds:
//
//	go run assets/generate.go
package main

import (
	"context"
	"fmt"
	"os"

	"iowait/assets"
)

func main() {
	report, err := assets.Pack(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, "pack the front end:", err)
		os.Exit(1)
	}
	for _, line := range report {
		fmt.Println(line)
	}
}
