"""Leagues are played to their end: each match counts once, whatever happens to runners, crews and machines."""

from lanista.league.progress import Progress
from lanista.replay import read_replay, verify
from tests.league.short_matches import new_league, new_store, outcomes


def test_a_league_of_built_in_bots(tmp_path):
    with new_store(tmp_path) as store:
        league = new_league(store)
        seen: list[Progress] = []
        progress = league.run(jobs=2, watch=seen.append)
        assert progress.is_over
        assert progress.recorded == progress.results == len(league.history.matches) == 6
        assert len(outcomes(league)) == 6
        assert sorted(result.number for each in seen for result in each.new) == list(range(6))
        for result in league.history.results.values():
            assert verify(read_replay(store.replays.path(result.replay))).identical
        assert store.runners(league.id) == []
        assert not list(store.replays.folder.glob(".run-*"))
