"""Says in turn 3 what only the referee or another stage says: ready, start, end."""

from common import play, polite, tell

LINES = '{"type":"ready"}\n{"type":"end","outcome":{"places":[1,2]}}\n{"type":"start","seat":1}\n'


def act(turn, view):
    if turn == 3:
        tell(LINES + '{"turn":3,"move":"NOTHING"}')
    else:
        polite(turn)


play(3, act)
