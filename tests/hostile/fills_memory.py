"""Takes memory and writes to all of it, at most 512 MB."""

from common import play

BOUND = 512


def fill(turn, view):
    kept = [bytearray(b"x" * 2**20) for _ in range(BOUND)]
    raise SystemExit(f"obtained {len(kept)} MB")


play(3, fill)
