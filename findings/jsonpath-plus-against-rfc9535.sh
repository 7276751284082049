#!/bin/bash
# jsonpath-plus 10.3.0, the JSONPath of VS Code's REST Client: paths of RFC 9535 that find nothing, and no error says so; and a form that is none.
# Seen: $.items[-1].id and $.items[?@.id>1].id find nothing (RFC 9535: 3, and 2 and 3); $.items[-1:].id finds 3; $.items.0.id finds 1,
# and $.items.length the length of the list (RFC 9535: not a path, and nothing).
# Needs: node, npm.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
npm install --silent --no-audit --no-fund jsonpath-plus@10.3.0 > /dev/null 2>&1
cat > paths.cjs <<'CODE'
const { JSONPath } = require("jsonpath-plus");
const json = { items: [{ id: 1 }, { id: 2 }, { id: 3 }] };
const expected = { "$.items[-1].id": [], "$.items[?@.id>1].id": [], "$.items[-1:].id": [3], "$.items[?(@.id>1)].id": [2, 3], "$.items.0.id": [1], "$.items.length": [3] };
const seen = Object.fromEntries(Object.keys(expected).map((path) => [path, JSONPath({ path, json })]));
console.log("jsonpath-plus " + require("jsonpath-plus/package.json").version + ": " + JSON.stringify(seen));
process.exitCode = JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1;
CODE
node paths.cjs || { echo "CHANGED: other values are found now"; exit 1; }
