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

type ready struct {
	Type  string `json:"type"`
	Again bool   `json:"again"`
}

type answer struct {
	Turn int    `json:"turn"`
	Move string `json:"move"`
}

// Run plays match after match: `begin` gets each start message and returns the function that answers that match's views.
// Write logs with package log; standard output belongs to the protocol.
func Run[View any](begin func(Start) func(View) string) {
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	var move func(View) string
	for {
		line := readLine(in)
		var received message
		decode(line, &received)
		switch received.Type {
		case "start":
			var start Start
			decode(line, &start)
			move = begin(start)
			check(out.Encode(ready{"ready", true}))
		case "turn":
			var view View
			decode(received.View, &view)
			check(out.Encode(answer{received.Turn, move(view)}))
		}
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
