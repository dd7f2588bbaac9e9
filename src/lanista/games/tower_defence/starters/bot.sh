#!/bin/sh
# A bot for Tower Defence: a generator at the back of every row, then turrets from the front. Change `move`.

# The number after "$2": in the message $1.
number() { printf '%s' "$1" | sed "s/.*\"$2\":\\([0-9]*\\).*/\\1/"; }

move() { # $1 is the turn's message, one line of JSON
    energy=$(number "$1" 'playerType":"A","energy')
    half=$(($(number "$1" mapWidth) / 2))
    height=$(number "$1" mapHeight)
    i=0
    while [ "$i" -lt "$half" ]; do
        x=$((half - i)) kind=1 price=30 y=0
        [ "$i" -eq 0 ] && x=0 kind=2 price=20
        while [ "$y" -lt "$height" ]; do
            case $1 in
                *"\"x\":$x,\"y\":$y,\"buildings\":[]"*) # a free cell
                    [ "$energy" -ge "$price" ] && echo "$x,$y,$kind" || echo '{"move":""}'
                    return
                    ;;
            esac
            y=$((y + 1))
        done
        i=$((i + 1))
    done
    echo '{"move":""}'
}

. "$(dirname "$0")/lanista.sh"
