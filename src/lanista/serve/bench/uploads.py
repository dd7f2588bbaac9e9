"""Many teams that upload at the same moment."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from lanista.serve.bench import BenchSize, Report
from lanista.serve.bench.clients import open_stream, percentile
from lanista.serve.bench.server import new_contest, new_site, new_teams, serving
from lanista.serve.ops.checking import check_server
from lanista.serve.site import open_site
from lanista.tools.bench.measure import Measure

BOT = b"def move(view):\n    return ''  # of team %d\n" + b"#" * 20_000
CREATED = 201


async def _upload(url: str, path: str, secret: str, number: int) -> tuple[int, float]:
    """Upload a bot: the status of the answer, and the seconds that it took."""
    body = BOT % number
    began = time.perf_counter()
    reader, writer = await open_stream(url)
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nAuthorization: Bearer {secret}\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        + body
    )
    answer = await reader.read()
    writer.close()
    return int(answer.split(b" ", 2)[1]) if answer else 0, time.perf_counter() - began


async def _all_at_once(url: str, path: str, tokens: list[str]) -> list[tuple[int, float]]:
    return await asyncio.gather(*[_upload(url, path, secret, number) for number, secret in enumerate(tokens)])


def run(data: Path, size: BenchSize, report: Report) -> Iterator[Measure]:
    """Yields how long uploads take, and whether all were kept."""
    report(f"{size.uploads} uploads at once")
    with new_site(data) as site:
        contest = new_contest(site)
        tokens = new_teams(site, contest, size.uploads)
    with serving(data) as owner:
        began = time.perf_counter()
        answers = asyncio.run(_all_at_once(owner.base, f"/api/c/{contest.slug}/uploads?name=bot.py", tokens))
        taken = time.perf_counter() - began
    with open_site(data, create=False) as site:
        checked = check_server(site, sample=0)
    seconds = [spent for status, spent in answers if status == CREATED]
    name = f"{size.uploads} uploads at once"
    yield Measure(f"{name}: until all are answered", taken, "s")
    yield Measure(f"{name}: p95 of one", percentile(seconds, 0.95), "s")
    yield Measure(f"{name}: accepted", len(seconds), "uploads")
    yield Measure(f"{name}: problems that a check finds then", len(checked.problems), "problems")
