"""The built-in bots."""

from lanista.games.tower_defence.bots.builder import builder
from lanista.games.tower_defence.bots.greedy import greedy
from lanista.games.tower_defence.bots.mason import mason
from lanista.games.tower_defence.bots.planner import planner
from lanista.games.tower_defence.bots.turtle import turtle
from lanista.games.tower_defence.bots.warden import warden

BOTS = (turtle, builder, greedy, mason, warden, planner)
