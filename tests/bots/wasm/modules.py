"""Small modules for tests, written as text."""

from __future__ import annotations

from pathlib import Path

import wasmtime

READY = '{"type":"ready"}'
MOVE = "ACCELERATE"


def binary(text: str) -> bytes:
    """A module from its text."""
    return bytes(wasmtime.wat2wasm(text))


def literal(text: str) -> str:
    """A text as module texts write it."""
    return "".join(f"\\{byte:02x}" for byte in text.encode())


def packed(address: int, text: str) -> str:
    """The answer that a reactor returns for a text at an address."""
    return f"(i64.const {address << 32 | len(text.encode())})"


def reactor(
    body: str = "", *, ready: str = READY, move: str = MOVE, more: str = "", pages: str = "64", alloc: str = ""
) -> bytes:
    """A reactor that gets ready with its first message, and then runs `body` and moves."""
    return binary(
        f"""
        (module
          (memory (export "memory") {pages})
          (data (i32.const 0) "{literal(ready)}")
          (data (i32.const 1024) "{literal(move)}")
          (global $messages (mut i32) (i32.const 0))
          {more}
          (func (export "alloc") (param i32) (result i32) {alloc or "(i32.const 8192)"})
          (func $turn (export "turn") (param i32 i32) (result i64) (local $n i32)
            (global.set $messages (i32.add (global.get $messages) (i32.const 1)))
            (if (i32.eq (global.get $messages) (i32.const 1)) (then (return {packed(0, ready)})))
            {body}
            {packed(1024, move)}))
        """
    )


def command(body: str, *, data: str = "", more: str = "") -> bytes:
    """A program with the calls to read a line, and to write texts."""
    return binary(
        f"""
        (module
          (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
          (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
          (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
          {more}
          (memory (export "memory") 64)
          (data (i32.const 1024) "{literal(READY)}\\0a")
          (data (i32.const 2048) "{literal(MOVE)}\\0a")
          {data}
          (func $read ;; to the end of a line
            (loop $more
              (i32.store (i32.const 0) (i32.const 65536))
              (i32.store (i32.const 4) (i32.const 1000000))
              (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
              (br_if $more (i32.ne (i32.const 10)
                (i32.load8_u (i32.add (i32.const 65535) (i32.load (i32.const 8))))))))
          (func $write (param $descriptor i32) (param $address i32) (param $size i32)
            (i32.store (i32.const 0) (local.get $address))
            (i32.store (i32.const 4) (local.get $size))
            (drop (call $fd_write (local.get $descriptor) (i32.const 0) (i32.const 1) (i32.const 8))))
          (func $ready (call $write (i32.const 1) (i32.const 1024) (i32.const {len(READY) + 1})))
          (func $move (call $write (i32.const 1) (i32.const 2048) (i32.const {len(MOVE) + 1})))
          (func $main (export "_start") {body}))
        """
    )


PLAYS = "(call $read) (call $ready) (loop $turns (call $read) (call $move) (br $turns))"


def saved(folder: Path, name: str, data: bytes) -> str:
    """A module as a file."""
    path = folder / f"{name}.wasm"
    path.write_bytes(data)
    return str(path)
