//go:build !wasip1

// The bot as a program: it reads a line and writes its answer. There is no need to change this file.
package main

import (
	"bufio"
	"io"
	"os"
)

// serve answers the lines of standard input until the referee leaves.
func serve(respond func([]byte) []byte) {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		check(err)
		if response := respond(line); response != nil {
			_, err := os.Stdout.Write(append(response, '\n'))
			check(err)
		}
	}
}
