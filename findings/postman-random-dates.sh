#!/bin/bash
# newman 6.2.2 (postman-collection 4.4.0): $randomDatePast, $randomDateFuture and $randomDateRecent are JavaScript's Date as text, in the zone of
# the machine, and no ISO 8601 date; $isoTimestamp beside them is one. System.Text.Json and most servers refuse the text as a date.
# Seen: "Sat Mar 21 2026 18:06:33 GMT+0000 (Coordinated Universal Time)".
# Needs: node, npm.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
npm install --silent --no-audit --no-fund newman@6.2.2 > /dev/null 2>&1
cat > dates.cjs <<'CODE'
const { Property } = require("postman-collection");
const text = (name) => Property.replaceSubstitutions("{{" + name + "}}");
const values = ["$randomDatePast", "$randomDateFuture", "$randomDateRecent"].map(text);
const isScript = (value) => /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4} \(/.test(value);
console.log("postman-collection " + require("postman-collection/package.json").version + ": " + values.join(" | ") + " | " + text("$isoTimestamp"));
process.exitCode = values.every(isScript) && /^\d{4}-\d\d-\d\dT/.test(text("$isoTimestamp")) ? 0 : 1;
CODE
node dates.cjs || { echo "CHANGED: the dates have another form now"; exit 1; }
