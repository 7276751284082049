#!/bin/bash
# loadtest 8.2.1 (npm): -c is no limit of concurrency when --rps is given: as many requests are in flight as the rate needs, each on a
# connection of its own.
# Seen with node 20: -c 2 --rps 100 at a server that takes 100 ms: "Concurrent clients: 11", and the server saw 10 and more at a time.
# Needs: node, npm.
set -eu
dir=$(mktemp -d); server=; trap 'kill $server 2>/dev/null || true; rm -rf "$dir"' EXIT; cd "$dir"
npm install --silent --no-audit --no-fund loadtest@8.2.1 >/dev/null
cat > server.cjs <<'CODE'
let now = 0, most = 0;
require("http").createServer((_, answer) => {
  most = Math.max(most, ++now);
  require("fs").writeFileSync("most", String(most));
  setTimeout(() => { now--; answer.end("ok"); }, 100);
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
CODE
node server.cjs > port & server=$!
while [ ! -s port ]; do sleep 0.1; done
npx loadtest -c 2 --rps 100 -t 4 "http://127.0.0.1:$(cat port)/" > log
grep "Concurrent clients" log
echo "most requests at a time at the server, with -c 2: $(cat most)"
[ "$(cat most)" -gt 4 ] || { echo "CHANGED: -c limits the concurrency now"; exit 1; }
