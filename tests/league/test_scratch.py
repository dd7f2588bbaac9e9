"""Replays that grow while a match is played are found by the number of the match."""

import os
from pathlib import Path

from lanista.league.runner import LeagueRunner
from lanista.league.scratch import ScratchFolder, live_files
from lanista.series.spec import MatchReport
from tests.league.crews import FakeCrew
from tests.league.short_matches import new_league, new_store


def test_only_the_files_of_the_league_are_found_and_the_newest_of_each_match(tmp_path: Path):
    folders = [ScratchFolder(tmp_path, league) for league in (1, 1, 11)]
    paths = [Path(folders[at].new_path(number)) for at, number in ((0, 7), (1, 7), (1, 8), (2, 7))]
    for age, path in enumerate(paths):
        path.write_bytes(b"")
        os.utime(path, (1000 + age, 1000 + age))
    paths[0].with_name("1-x-1.jsonl.gz").write_bytes(b"")
    assert live_files(tmp_path, 1) == {7: paths[1], 8: paths[2]}
    assert live_files(tmp_path, 11) == {7: paths[3]}
    assert live_files(tmp_path / "missing", 1) == {}
    for folder in folders:
        folder.close()
    assert live_files(tmp_path, 1) == {}


def test_matches_in_progress_are_found(tmp_path: Path):
    seen: list[dict[int, Path]] = []

    def look(report: MatchReport) -> list[MatchReport]:
        seen.append(live_files(league.store.replays.folder, league.id))
        return [report]

    with new_store(tmp_path) as store:
        league = new_league(store)
        LeagueRunner(league, FakeCrew(1, look)).run()
        assert [max(found) for found in seen] == list(range(6))
        assert live_files(store.replays.folder, league.id) == {}
