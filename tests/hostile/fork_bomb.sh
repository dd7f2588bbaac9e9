#!/bin/sh
# The fork bomb of the shell, bounded: a tree of seven levels, which is 127 processes that sleep.
read -r start
echo '{"type":"ready"}'
bomb() {
    [ "$1" -gt 0 ] || { sleep 60; return; }
    bomb $(($1 - 1)) &
    bomb $(($1 - 1)) &
    sleep 60
}
turn=0
while read -r line; do
    turn=$((turn + 1))
    case "$line" in *'"type":"end"'*) exit 0 ;; esac
    [ "$turn" = 3 ] && { bomb 6 >/dev/null 2>&1 </dev/null & }
    echo "{\"turn\":$turn,\"move\":\"NOTHING\"}"
done
