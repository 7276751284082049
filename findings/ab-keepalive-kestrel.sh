#!/bin/bash
# ab 2.3 (Debian 12: apache2-utils 2.4.71-1~deb12u1), -k: at a minimal API of ASP.NET Core 10 that answers a text no connection is kept
# alive. ab sends HTTP/1.0, the answer has no Content-Length then, and its end is the end of the connection. With a Content-Length the
# connections are kept.
# Seen: text "Keep-Alive requests: 0", with Content-Length 200 of 200.
# Needs: the .NET 10 SDK, ab (apt-get install apache2-utils).
set -eu
dir=$(mktemp -d); server=; trap 'kill $server 2>/dev/null || true; rm -rf "$dir"' EXIT; cd "$dir"
cat > api.cs <<'CODE'
#:sdk Microsoft.NET.Sdk.Web
#:property PublishAot=false
var builder = WebApplication.CreateSlimBuilder();
builder.Logging.ClearProviders();
builder.WebHost.UseUrls("http://127.0.0.1:0");
var app = builder.Build();
app.MapGet("/text", () => "hello");
app.MapGet("/length", (HttpContext context) => { context.Response.ContentLength = 5; return context.Response.WriteAsync("hello"); });
await app.StartAsync();
Console.WriteLine(app.Urls.First());
await Task.Delay(TimeSpan.FromMinutes(5));
CODE
dotnet build -c Release api.cs -o out -v q >/dev/null
dotnet out/api.dll > url & server=$!
while [ ! -s url ]; do sleep 0.1; done
kept() { ab -k -n 200 -c 4 "$(cat url)/$1" 2>/dev/null | grep "Keep-Alive requests" | tr -dc 0-9; }
text=$(kept text); length=$(kept length)
echo "kept alive of 200 requests: $text for a text, $length with Content-Length"
[ "$text" = 0 ] && [ "$length" = 200 ] || { echo "CHANGED"; exit 1; }
