#!/bin/sh
# A bot for Tower Defence that fills its half cell by cell: energy at the back, then turrets. Change `move`.

x=0
y=0

# The number after the first "$2": in the message $1.
number() { printf '%s' "$1" | sed "s/.*\"$2\":\\([0-9]*\\).*/\\1/"; }

move() { # $1 is the turn's message, one line of JSON
    energy=$(number "$1" 'playerType":"A","energy')
    width=$(number "$1" mapWidth)
    height=$(number "$1" mapHeight)
    kind=1
    [ "$x" -eq 0 ] && kind=2
    if [ "$energy" -lt 30 ] || [ "$x" -ge $((width / 2)) ]; then
        echo '{"move":""}'
        return
    fi
    echo "$x,$y,$kind"
    y=$((y + 1))
    if [ "$y" -eq "$height" ]; then
        y=0
        x=$((x + 1))
    fi
}

. "$(dirname "$0")/lanista.sh"
