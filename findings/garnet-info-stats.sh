#!/bin/bash
# Garnet 2.2.8 (dotnet tool garnet-server): INFO stats counts nothing unless --metrics-sampling-freq is given, so total_commands_processed
# stays 0 whatever is sent. Redis counts always.
# Seen: 0 without the option, more than 100 with it.
# Needs: the .NET 10 SDK, NuGet, redis-cli (apt-get install redis-tools).
set -eu
dir=$(mktemp -d); server=; trap 'kill $server 2>/dev/null || true; rm -rf "$dir"' EXIT; cd "$dir"
dotnet tool install garnet-server --version 2.2.8 --tool-path tools >/dev/null
counted() {
  local port=$1; shift
  tools/garnet-server --bind 127.0.0.1 --port "$port" --memory 64m --index 1m "$@" >/dev/null 2>&1 & server=$!
  until redis-cli -p "$port" ping >/dev/null 2>&1; do sleep 0.2; done
  for i in $(seq 200); do echo "SET key $i"; done | redis-cli -p "$port" >/dev/null
  sleep 3
  redis-cli -p "$port" info stats | tr -d '\r' | awk -F: '$1 == "total_commands_processed" { print $2 }'
  kill $server; wait $server 2>/dev/null || true
}
without=$(counted 17801); with=$(counted 17802 --metrics-sampling-freq 1)
echo "200 commands sent; counted $without without the option, $with with --metrics-sampling-freq 1"
[ "$without" = 0 ] && [ "$with" -ge 100 ] || { echo "CHANGED"; exit 1; }
