"""Keeps memory in the buffers of TCP connections to itself, at most 512 MB; the kernel enlarges them by itself."""

import socket

from common import play, report

BOUND = 512


def fill(turn, view):
    server = socket.create_server(("127.0.0.1", 0), backlog=1024)
    ends, held = [], 0
    while held < BOUND * 2**20 and len(ends) < 1000:
        ends.append(socket.create_connection(server.getsockname()))
        ends.append(server.accept()[0])
        for end in ends[-2:]:
            end.setblocking(False)
            try:
                while True:
                    held += end.send(b"x" * 65536)
            except BlockingIOError:
                pass
    report(megabytes=held >> 20)
    raise SystemExit("as many connections as it may have")


play(3, fill)
