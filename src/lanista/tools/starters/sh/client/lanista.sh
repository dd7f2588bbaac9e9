# Speaks Lanista's lines protocol: gives each turn's message to `move`, whose output is the answer.
# There is no need to change this file.

read -r start
echo '{"type":"ready"}'
while read -r line; do
    case $line in
        *'"type":"end"'*) exit ;;
        *) move "$line" ;;
    esac
done
