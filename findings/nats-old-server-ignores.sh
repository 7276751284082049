#!/bin/bash
# nats-server 2.9.10 (Debian 12) creates a stream for which compression and metadata are asked (NATS.Net 3.3.2) without an error, and the
# stream has neither: both are settings of 2.10.
# Seen: "created; compression None, metadata 0".
# Needs: the .NET 10 SDK, NuGet, nats-server 2.9 (apt-get install nats-server on Debian 12).
set -eu
dir=$(mktemp -d); server=; trap 'kill $server 2>/dev/null || true; rm -rf "$dir"' EXIT; cd "$dir"
case "$(nats-server --version)" in *v2.9.*) ;; *) echo "needs nats-server 2.9"; exit 2 ;; esac
nats-server -js -a 127.0.0.1 -p 17811 -sd "$dir/js" >/dev/null 2>&1 & server=$!
cat > stream.cs <<'CODE'
#:package NATS.Net@3.3.2
#:property PublishAot=false
using NATS.Client.Core;
using NATS.Client.JetStream;
using NATS.Client.JetStream.Models;

await using var nats = new NatsConnection(new NatsOpts { Url = "nats://127.0.0.1:17811" });
var config = new StreamConfig("s", ["s.>"]) { Compression = StreamConfigCompression.S2, Metadata = new Dictionary<string, string> { ["team"] = "a" } };
var made = (await new NatsJSContext(nats).CreateStreamAsync(config)).Info.Config;
Console.WriteLine($"created; compression {made.Compression}, metadata {made.Metadata?.Count ?? 0}");
CODE
dotnet run stream.cs | tee seen
grep -q "^created; compression None, metadata 0" seen || { echo "CHANGED"; exit 1; }
