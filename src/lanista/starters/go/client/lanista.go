// Speaks Lanista's lines protocol: one JSON object per line. There is no need to change this file.
package main

import (
	"bufio"
	"encoding/json"
	"io"
	"log"
	"os"
)

// Start is the message before the first turn.
type Start struct {
	Game    string
	Ruleset string
	Seat    int
	Seats   int
	Names   []string
	Config  map[string]int
	Map     json.RawMessage // what never changes, in games that send it
}

type message struct {
	Type string
	Turn int
	View json.RawMessage
}

type answer struct {
	Turn int    `json:"turn"`
	Move string `json:"move"`
}

// Run plays one match: `begin` gets the start message and returns the function that answers views.
// Write logs with package log; standard output belongs to the protocol.
func Run[View any](begin func(Start) func(View) string) {
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	var start Start
	decode(readLine(in), &start)
	move := begin(start)
	check(out.Encode(map[string]string{"type": "ready"}))
	for {
		var received message
		decode(readLine(in), &received)
		if received.Type == "end" {
			return
		}
		var view View
		decode(received.View, &view)
		check(out.Encode(answer{received.Turn, move(view)}))
	}
}

func readLine(in *bufio.Reader) []byte {
	line, err := in.ReadBytes('\n')
	if err == io.EOF {
		os.Exit(0) // the referee has left
	}
	check(err)
	return line
}

func decode(data []byte, into any) {
	check(json.Unmarshal(data, into))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
