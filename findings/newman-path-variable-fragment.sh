#!/bin/bash
# newman 6.2.2: a path variable is not encoded, so a "#" in its value ends the URL; the same "#" in a query value is encoded.
# Seen: /p/:id/end with id "a#b" is sent as /p/a; ?v=a#b&end=1 as /q?v=a%23b&end=1.
# Needs: node, npm.
set -eu
dir=$(mktemp -d); server=; trap 'kill $server 2>/dev/null || true; rm -rf "$dir"' EXIT; cd "$dir"
npm install --silent --no-audit --no-fund newman@6.2.2 > /dev/null 2>&1
cat > server.cjs <<'CODE'
require("http").createServer((request, answer) => { require("fs").appendFileSync("seen", request.url + "\n"); answer.end(); })
  .listen(0, "127.0.0.1", function () { console.log(this.address().port); });
CODE
node server.cjs > port & server=$!
while [ ! -s port ]; do sleep 0.1; done
cat > c.json <<CODE
{ "info": { "name": "c", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" }, "item": [
  { "name": "p", "request": { "method": "GET", "url": { "protocol": "http", "host": ["127", "0", "0", "1"], "port": "$(cat port)", "path": ["p", ":id", "end"], "variable": [{ "key": "id", "value": "a#b" }] } } },
  { "name": "q", "request": { "method": "GET", "url": { "protocol": "http", "host": ["127", "0", "0", "1"], "port": "$(cat port)", "path": ["q"], "query": [{ "key": "v", "value": "a#b" }, { "key": "end", "value": "1" }] } } } ] }
CODE
npx newman run c.json --silent
echo "newman $(npx newman --version): path variable sent as $(sed -n 1p seen), query as $(sed -n 2p seen)"
[ "$(sed -n 1p seen)" = /p/a ] && [ "$(sed -n 2p seen)" = "/q?v=a%23b&end=1" ] || { echo "CHANGED: the value is encoded in another way now"; exit 1; }
