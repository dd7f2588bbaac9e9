"""A replay and a server for the tests of pages."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from lanista.match.planning import plan_match
from lanista.match.replay import Replay, read_replay
from lanista.match.terms import MatchTerms
from lanista.web.gallery import Gallery
from lanista.web.server import ViewerServer
from lanista.web.show import ReplayShow
from tests.processes import SECONDS


@pytest.fixture(scope="session")
def replay_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of Overdrive."""
    path = tmp_path_factory.mktemp("replays") / "match.jsonl.gz"
    plan_match("overdrive", ["greedy", "random"], MatchTerms(settings={"max_rounds": 120}), seed=7).play(
        replay=path
    )
    return path


@pytest.fixture(scope="session")
def replay(replay_path: Path) -> Replay:
    """The same, read."""
    return read_replay(replay_path)


class Site:
    """A server with a client."""

    def __init__(self, server: ViewerServer, client: httpx.Client) -> None:
        self.server = server
        self.gallery = server.gallery
        self.client = client

    def json(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture
def serve() -> Iterator[Callable[..., Site]]:
    """Serve some files until the test is over."""
    with ExitStack() as stack:

        def start(*paths: Path, **options: Any) -> Site:
            trusted = options.pop("trusted", False)
            gallery = Gallery(folders=options.pop("folders", ()))
            for path in paths:
                gallery.add(ReplayShow(path, trusted=trusted))
            server = stack.enter_context(ViewerServer(gallery, **options))
            client = stack.enter_context(httpx.Client(base_url=server.url, timeout=SECONDS))
            return Site(server, client)

        yield start
