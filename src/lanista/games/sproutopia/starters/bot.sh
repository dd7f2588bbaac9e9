#!/bin/sh
# A farmer for Sproutopia that turns every few ticks, so that it walks squares. Change `move`.

tick=0

move() { # $1 is the turn's message, one line of JSON
    tick=$((tick + 1))
    if [ $((tick % 4)) -ne 1 ]; then
        echo IDLE
        return
    fi
    case $1 in # the direction of the last move, and the next one clockwise
        *'"directionState":1'*) echo RIGHT ;;
        *'"directionState":4'*) echo DOWN ;;
        *'"directionState":2'*) echo LEFT ;;
        *) echo UP ;;
    esac
}

. "$(dirname "$0")/lanista.sh"
