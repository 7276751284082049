#!/bin/bash
# siege 4.0.7 (Debian 12: 4.0.7-1+b1): an answer 404 is neither a successful nor a failed transaction, and the availability stays 100 %.
# Seen: 40 transactions, availability 100.00, successful_transactions 0, failed_transactions 0.
# Needs: siege (apt-get install siege), node.
set -eu
dir=$(mktemp -d); server=; trap 'kill $server 2>/dev/null || true; rm -rf "$dir"' EXIT; cd "$dir"
cat > server.cjs <<'CODE'
require("http").createServer((_, answer) => { answer.statusCode = 404; answer.end("no"); }).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
CODE
node server.cjs > port & server=$!
while [ ! -s port ]; do sleep 0.1; done
HOME=$dir siege -c 2 -r 20 -b "http://127.0.0.1:$(cat port)/missing" > log 2>&1 || true
figure() { grep "\"$1\"" log | tr -dc '0-9.'; }
echo "$(siege --version 2>&1 | head -1): transactions $(figure transactions), availability $(figure availability), successful $(figure successful_transactions), failed $(figure failed_transactions)"
[ "$(figure transactions)" = 40 ] && [ "$(figure availability)" = 100.00 ] && [ "$(figure successful_transactions)" = 0 ] && [ "$(figure failed_transactions)" = 0 ] \
  || { echo "CHANGED: a 404 is counted in another way now"; exit 1; }
