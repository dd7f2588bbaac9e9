"""The states of an uploaded version, and how one leads to another.

==============  ==================================================================================================
from            to
==============  ==================================================================================================
(received)      waiting: its check is queued in the same transaction
waiting         checking: a runner has begun; refused: it cannot be examined
checking        passed: it works; refused: it does not; waiting: the runner is gone, and another one begins again
refused         waiting: its team asks for another check
passed          active: it plays at once; gated: its team wants proof first that it is not worse
gated           active: it is not worse; held: it is; passed: a newer version is tried instead
held            active, gated: its team wants it all the same, or asks again
active          retired: another version plays now, or it was taken out; quarantined: it failed too often
retired         active, gated: its team goes back to it, or the version that replaced it was quarantined
quarantined     active: its team has released it
==============  ==================================================================================================

Of the versions of a team at most one is active, and it is the one that plays in the league: both change in one
transaction, which holds the lock on the league. So no other version plays, whatever is killed at whatever moment.
"""

from __future__ import annotations

from lanista.serve.records import UploadState

WAITING, CHECKING, REFUSED = UploadState.WAITING, UploadState.CHECKING, UploadState.REFUSED
PASSED, GATED, HELD = UploadState.PASSED, UploadState.GATED, UploadState.HELD
ACTIVE, RETIRED, QUARANTINED = UploadState.ACTIVE, UploadState.RETIRED, UploadState.QUARANTINED

NEXT: dict[UploadState, frozenset[UploadState]] = {
    WAITING: frozenset({CHECKING, REFUSED}),
    CHECKING: frozenset({PASSED, REFUSED, WAITING}),
    REFUSED: frozenset({WAITING}),
    PASSED: frozenset({ACTIVE, GATED}),
    GATED: frozenset({ACTIVE, HELD, PASSED}),
    HELD: frozenset({ACTIVE, GATED}),
    ACTIVE: frozenset({RETIRED, QUARANTINED}),
    RETIRED: frozenset({ACTIVE, GATED}),
    QUARANTINED: frozenset({ACTIVE}),
}
WORKING = frozenset({PASSED, GATED, HELD, ACTIVE, RETIRED})  # versions that can play
CHOOSABLE = frozenset({PASSED, HELD, RETIRED})  # versions that a team can activate without more ado
SETTLED = frozenset({REFUSED, PASSED, HELD, ACTIVE, RETIRED, QUARANTINED})  # nothing more happens by itself
