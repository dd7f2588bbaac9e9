//go:build wasip1

// The bot as a WebAssembly module, whose functions the referee calls. There is no need to change this file.
package main

import "unsafe"

var (
	respond func([]byte) []byte // set by main, which the first message calls
	line    []byte              // the message
	reply   []byte              // the answer, until the next message
)

func serve(function func([]byte) []byte) {
	respond = function
}

//go:wasmexport alloc
func alloc(size int32) uint32 {
	line = make([]byte, size+1)
	return uint32(uintptr(unsafe.Pointer(&line[0])))
}

//go:wasmexport turn
func turn(_, size int32) uint64 {
	if respond == nil {
		main()
	}
	reply = respond(line[:size])
	if len(reply) == 0 {
		return 0
	}
	return uint64(uintptr(unsafe.Pointer(&reply[0])))<<32 | uint64(len(reply))
}
