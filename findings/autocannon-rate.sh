#!/bin/bash
# autocannon 9.0.0 (npm): with a rate (-R) the latency that it shows is neither that of the requests nor one that counts from the due
# start: of a server that answers each request after 100 ms the median is about 55 ms and the smallest 1 ms. Without a rate it is right.
# Seen with node 20: -R 50 p50 54 ms, min 1 ms; without 101 ms, min 99 ms.
# Needs: node, npm.
set -eu
dir=$(mktemp -d); server=; trap 'kill $server 2>/dev/null || true; rm -rf "$dir"' EXIT; cd "$dir"
npm install --silent --no-audit --no-fund autocannon@9.0.0 >/dev/null
cat > server.cjs <<'CODE'
require("http").createServer((_, answer) => setTimeout(() => answer.end("ok"), 100)).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
CODE
node server.cjs > port & server=$!
while [ ! -s port ]; do sleep 0.1; done
latency() { npx autocannon -c 10 -d 5 --json "$@" "http://127.0.0.1:$(cat port)/" 2>/dev/null | node -pe 'const l = JSON.parse(require("fs").readFileSync(0)).latency; l.p50 + " " + l.min'; }
read -r rate_p50 rate_min <<< "$(latency -R 50)"
read -r free_p50 free_min <<< "$(latency)"
echo "with a rate: p50 $rate_p50 ms, min $rate_min ms; without: p50 $free_p50 ms, min $free_min ms"
[ "$rate_p50" -lt 90 ] && [ "$rate_min" -lt 50 ] && [ "$free_min" -ge 95 ] || { echo "CHANGED: the latency at a rate is another one now"; exit 1; }
