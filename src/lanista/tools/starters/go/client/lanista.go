// Speaks Lanista's lines protocol: one JSON object per line. There is no need to change this file.
package main

import (
	"encoding/json"
	"log"
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
	var move func(View) string
	serve(func(line []byte) []byte {
		var received message
		decode(line, &received)
		switch received.Type {
		case "start":
			var start Start
			decode(line, &start)
			move = begin(start)
			return encode(ready{"ready", true})
		case "turn":
			var view View
			decode(received.View, &view)
			return encode(answer{received.Turn, move(view)})
		}
		return nil
	})
}

func encode(message any) []byte {
	line, err := json.Marshal(message)
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
