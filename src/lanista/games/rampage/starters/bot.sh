#!/bin/sh
# A robot for Rampage that turns on the spot and shoots in every direction. Change `move`.

turn=0

move() { # $1 is the turn's message, one line of JSON
    turn=$((turn + 1))
    case $((turn % 8)) in
        1) echo FACE_UP ;;
        3) echo FACE_RIGHT ;;
        5) echo FACE_DOWN ;;
        7) echo FACE_LEFT ;;
        *) echo SHOOT ;;
    esac
}

. "$(dirname "$0")/lanista.sh"
