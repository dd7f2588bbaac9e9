#!/bin/sh
# A robot for Rampage: shoots at the opponent in line, else walks where no turret reaches. Change `move`.

# A list of the map in the start message, and the number of a name there.
list() { printf '%s' "$start" | sed "s/.*\"$1\":\\[\\([^]]*\\)\\].*/\\1/"; }
number() { printf '%s' "$start" | sed "s/.*\"$1\":\\([0-9]*\\).*/\\1/"; }

begin() { # read the map, once
    solid="$(list walls),$(list turrets),"
    turrets=$(list turrets | sed 's/{"x":\([0-9]*\),"y":\([0-9]*\)[^}]*},*/\1 \2 /g')
    width=$(number width) height=$(number height) seat=$(number seat)
    turn=0 trail=' '
}

# Whether the square $1 $2 is a wall, or within reach of a turret.
is_bad() {
    case $solid in *"{\"x\":$1,\"y\":$2"[,}]*) return 0 ;; esac
    x=$1 y=$2
    set -- $turrets
    while [ $# -gt 0 ]; do
        across=$((($1 - x + width + 4) % width)) along=$((($2 - y + height + 4) % height))
        [ "$1" -eq "$x" ] && [ "$along" -le 8 ] && return 0
        [ "$2" -eq "$y" ] && [ "$across" -le 8 ] && return 0
        shift 2
    done
    return 1
}

# Where robot $2 is in the message $1, and where it looks.
robot() { printf '%s' "$1" | sed "s/.*\"id\":$2,\"x\":\\([0-9]*\\),\"y\":\\([0-9]*\\),\"facing\":\"\\([A-Z]*\\).*/\\1 \\2 \\3/"; }

move() { # $1 is the turn's message, one line of JSON
    [ -n "$solid" ] || begin
    message=$1
    set -- $(robot "$message" $((seat + 1))) $(robot "$message" $((2 - seat)))
    turn=$((turn + 1)) trail="$trail$1,$2 " best=3 way= act=FORWARD
    for next in $3 UP DOWN LEFT RIGHT; do
        case $next in
            UP) at_x=$1 at_y=$((($2 + height - 1) % height)) ;;
            DOWN) at_x=$1 at_y=$((($2 + 1) % height)) ;;
            LEFT) at_x=$((($1 + width - 1) % width)) at_y=$2 ;;
            *) at_x=$((($1 + 1) % width)) at_y=$2 ;;
        esac
        is_bad "$at_x" "$at_y" && continue
        rank=1 # an item is best, then a new square
        case $trail in *" $at_x,$at_y "*) rank=2 ;; esac
        case $message in *"\"x\":$at_x,\"y\":$at_y,\"kind\""*) rank=0 ;; esac
        [ "$rank" -lt "$best" ] && best=$rank way=$next
    done
    [ "$best" -eq 2 ] && trail=' ' # everything near is known: start afresh
    if [ $((turn % 8)) -lt 6 ]; then # now and then walk on, should a wall be in between
        [ "$1" -eq "$4" ] && act=SHOOT way=$([ "$2" -lt "$5" ] && echo DOWN || echo UP)
        [ "$2" -eq "$5" ] && act=SHOOT way=$([ "$1" -lt "$4" ] && echo RIGHT || echo LEFT)
    fi
    case $way in
        '') echo SHOOT ;;
        "$3") echo "$act" ;;
        *) echo "FACE_$way" ;;
    esac
}

. "$(dirname "$0")/lanista.sh"
