#!/bin/sh
# A tank for Tanks that stands still, scans, and fires whenever it sees another tank. Change `move`.

turn=0

move() { # $1 is the turn's message, one line of JSON
    turn=$((turn + 1))
    case $1 in
        *'"alive":true'*'"alive":true'*) ;; # two in the scan: this tank and another
        *)
            echo 'SCAN OMNI'
            return
            ;;
    esac
    set -- NORTH NORTH_EAST EAST SOUTH_EAST SOUTH SOUTH_WEST WEST NORTH_WEST
    shift $((turn % 8))
    echo "FIRE CARDINAL $1"
}

. "$(dirname "$0")/lanista.sh"
