#!/bin/bash
# ASP.NET Core 11.0.0: a minimal API with AddValidation that was built for .NET 10 does not validate on .NET 11. It starts, and each request
# to an endpoint with a validated type is answered with 500 (TypeLoadException): the code that the SDK of .NET 10 writes into the program
# names types that Microsoft.Extensions.Validation 11 has not (ValidatablePropertyInfo, ValidatableTypeInfo). A build for .NET 11 is needed;
# rolling forward (DOTNET_ROLL_FORWARD=Major, RollForward) is not enough.
# Seen: "10.0.12 200" and "11.0.0 500".
# Needs: the .NET 10 SDK, NuGet (runtime packs).
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > Program.cs <<'CODE'
using System.ComponentModel.DataAnnotations;

var builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.ClearProviders();
builder.Services.AddValidation();
builder.WebHost.UseUrls("http://127.0.0.1:0");
var app = builder.Build();
app.MapPost("/", (Order order) => order.Name);
await app.StartAsync();
using var client = new HttpClient();
using var answer = await client.PostAsJsonAsync(app.Urls.First() + "/", new Order("tea"));
Console.WriteLine($"{Environment.Version} {(int)answer.StatusCode}");

public sealed record Order([property: StringLength(3)] string Name);
CODE
cat > orders.csproj <<'CODE'
<Project Sdk="Microsoft.NET.Sdk.Web">
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings>
    <RuntimeIdentifier>linux-x64</RuntimeIdentifier><SelfContained>true</SelfContained>
  </PropertyGroup>
</Project>
CODE
status() { dotnet publish -v q --nologo -o "$1" -p:RuntimeFrameworkVersion="$1" >/dev/null && "$1/orders"; }
ten=$(status 10.0.12); eleven=$(status 11.0.0)
echo "$ten"; echo "$eleven"
[ "$ten" = "10.0.12 200" ] && [ "$eleven" = "11.0.0 500" ] || { echo "CHANGED"; exit 1; }
