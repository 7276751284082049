#!/bin/bash
# httpYac 6.16.7: a variable with a generated value (@id = {{$guid}}) has one value for the whole file, in the next request too, and a variable keeps
# the blanks at its end. VS Code's REST Client makes a new value for each request, and drops the blanks.
# Seen: the same GUID in the URLs of two requests; ?t=[x%20%20].
# Needs: node, npm.
set -eu
dir=$(mktemp -d); server=; trap 'kill $server 2>/dev/null || true; rm -rf "$dir"' EXIT; cd "$dir"
npm install --silent --no-audit --no-fund httpyac@6.16.7 > /dev/null 2>&1
cat > server.cjs <<'CODE'
require("http").createServer((request, answer) => { require("fs").appendFileSync("seen", request.url + "\n"); answer.end(); })
  .listen(0, "127.0.0.1", function () { console.log(this.address().port); });
CODE
node server.cjs > port & server=$!
while [ ! -s port ]; do sleep 0.1; done
printf '@host = http://127.0.0.1:%s\n@id = {{$guid}}\n@tail = x  \n\n### one\nGET {{host}}/{{id}}?t=[{{tail}}]\n\n### two\nGET {{host}}/{{id}}\n' "$(cat port)" > a.http
npx httpyac send a.http --all --silent --output none > /dev/null 2>&1
first=$(sed -n 1p seen); second=$(sed -n 2p seen)
echo "httpyac $(node -p 'require("httpyac/package.json").version'): $first, $second"
[ "${first%%\?*}" = "$second" ] && [ "${first#*\?}" = "t=[x%20%20]" ] || { echo "CHANGED: the variable is made or kept in another way now"; exit 1; }
