#!/bin/sh
# A bot for Overdrive that repairs and accelerates. Change `move`.

move() { # $1 is the turn's message, one line of JSON
    case $1 in
        *'"damage":'[2-5]*) echo FIX ;;
        *'"powerups":['*'"BOOST"'*'"boosting":false'*) echo USE_BOOST ;;
        *) echo ACCELERATE ;;
    esac
}

. "$(dirname "$0")/lanista.sh"
