#!/bin/sh
# The same in a shell script: a bare word is an answer too.
#
# lanista play overdrive "sh examples/bots/lines.sh" random
read -r start
echo '{"type":"ready"}'
while read -r line; do
    case $line in
        *'"type":"end"'*) exit ;;
        *'"damage":'[2-5]*) echo FIX ;;
        *) echo ACCELERATE ;;
    esac
done
