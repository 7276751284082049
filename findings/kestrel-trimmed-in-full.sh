#!/bin/bash
# ASP.NET Core 10.0.12: a minimal API that is published trimmed in full (PublishTrimmed, without PublishAot) ends at its start with a
# TypeLoadException of X509Certificate2Collection in Kestrel. With TrimMode=partial it starts.
# Seen: full "ends at start: X509Certificate2Collection", partial "starts".
# Needs: the .NET 10 SDK, NuGet (runtime packs).
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; mkdir "$dir/app"; cd "$dir/app"
cat > Program.cs <<'CODE'
var builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.ClearProviders();
builder.WebHost.UseUrls("http://127.0.0.1:0");
var app = builder.Build();
app.MapGet("/", context => context.Response.WriteAsync("hello"));
await app.StartAsync();
Console.WriteLine("starts");
CODE
cat > small.csproj <<'CODE'
<Project Sdk="Microsoft.NET.Sdk.Web">
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><InvariantGlobalization>true</InvariantGlobalization>
    <RuntimeIdentifier>linux-x64</RuntimeIdentifier><PublishTrimmed>true</PublishTrimmed><RuntimeFrameworkVersion>10.0.12</RuntimeFrameworkVersion>
  </PropertyGroup>
</Project>
CODE
start() {
  dotnet publish -v q --nologo -o "../$1" --artifacts-path "../build-$1" -p:TrimMode="$1" >/dev/null
  "../$1/small" 2>"../$1.err" || { grep -q TypeLoadException "../$1.err" && echo "ends at start: $(grep -o 'X509Certificate2[A-Za-z0-9]*' "../$1.err" | head -1)"; }
}
full=$(start full); partial=$(start partial)
echo "full: $full"; echo "partial: $partial"
[ "$full" = "ends at start: X509Certificate2Collection" ] && [ "$partial" = "starts" ] || { echo "CHANGED"; exit 1; }
