#!/bin/bash
# .NET 10, a Unix socket whose file does not exist: the error is AddressNotAvailable ("Cannot assign requested address"), the one of a
# machine that has no port left, and not "No such file or directory" or ConnectionRefused. With a file on which nobody listens it is
# ConnectionRefused. HttpClient passes it on; a client that treats AddressNotAvailable as exhausted ports says the wrong thing.
# Seen: "missing file: AddressNotAvailable, Cannot assign requested address", "nobody listens: ConnectionRefused".
# Needs: the .NET 10 SDK.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > ask.cs <<'CODE'
#:property PublishAot=false
using System.Net.Sockets;
var quiet = Path.Combine(Environment.CurrentDirectory, "quiet.sock");
using (var bound = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified))
{
    bound.Bind(new UnixDomainSocketEndPoint(quiet)); // bound, and nobody listens
    Console.WriteLine($"missing file: {Ask("missing.sock")}");
    Console.WriteLine($"nobody listens: {Ask("quiet.sock")}");
}

static string Ask(string file)
{
    using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    try
    {
        socket.Connect(new UnixDomainSocketEndPoint(Path.Combine(Environment.CurrentDirectory, file)));
        return "connected";
    }
    catch (SocketException e)
    {
        return $"{e.SocketErrorCode}, {e.Message.Split(" /")[0]}";
    }
}
CODE
dotnet build ask.cs -o out -v q >/dev/null
said=$(dotnet out/ask.dll)
echo "$said"
grep -q "missing file: AddressNotAvailable, Cannot assign requested address" <<<"$said" && grep -q "nobody listens: ConnectionRefused" <<<"$said" || { echo "CHANGED"; exit 1; }
