using System.Security.Cryptography;
using System.Text.Json.Nodes;

namespace Dyno.Architecture.Tests;

/// <summary>
/// <c>./build release</c> with a compiler that only pretends: what the release consists of, and that version, addresses and checksums are the
/// same everywhere. A release with the real one takes many minutes.
/// </summary>
public sealed partial class ReleaseScriptTests : IDisposable
{
    private const string Url = "https://example.org/dyno";

    private static readonly string[] Systems = ["linux-x64", "linux-arm64", "osx-x64", "osx-arm64", "win-x64", "win-arm64"];
    private static readonly string[] Programs = ["git", "jq", "zip", "tar", "gzip", "xargs", "touch", "cp", "install", "sha256sum", "md5sum", "du"];

    private readonly ScriptSandbox _sandbox;

    public ReleaseScriptTests()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "releases are made on Linux");
        _sandbox = new ScriptSandbox("build");
        var lacking = _sandbox.Link(Programs);
        Assert.SkipUnless(lacking.Count == 0, $"this system lacks {string.Join(", ", lacking)}");
        foreach (var copied in (string[])["eng/release", "LICENSE", "CHANGELOG.md", "Directory.Build.props", "eng/acorn/package-lock.json", "web/package-lock.json"])
            _sandbox.Copy(copied);
        _sandbox.Write(".gitignore", "/bin/\n/tools/\nartifacts/\n/git\n/calls\n");
        _sandbox.Program("bin/dotnet", """
            echo "$*" >>calls
            while (($#)); do
              case $1 in
                publish|pack|restore) command=$1 ;;
                --info) echo ' RID:         linux-x64'; exit ;;
                -o|--output) out=$2 ;;
                --filename) echo '{ "metadata": {}, "components": [{ "name": "Left.Pad", "version": "1.0.0" }] }' >"$out/$2" ;;
                -r) system=$2; [[ ! -e lacks-$2 ]] || { echo "x.csproj : error NU1101: Unable to find package Microsoft.NETCore.App.Runtime.$2. [x.csproj]"; exit 1; } ;;
                -p:Version=*) version=${1#*=} ;;
              esac
              shift
            done
            case ${command-} in
              publish)
                mkdir -p "$out"
                echo "{ \"libraries\": { \"runtimepack.Microsoft.NETCore.App.Runtime.$system/10.0.12\": { \"type\": \"runtimepack\" }, \"Left.Pad/1.0.0\": { \"type\": \"package\" } } }" >"$out/dyno.deps.json"
                printf '#!/bin/bash\ncase $1 in man) mkdir -p "$2"; echo .TH >"$2/dyno.1" ;; completion) echo "# for $2" ;; esac\n' >"$out/dyno"
                chmod 755 "$out/dyno"
                echo "$system" >"$out/system"
                touch -d "@$RANDOM" "$out/system" ;; # another time in each build
              pack) echo package >"$out/package.$version.nupkg" ;;
            esac
            exit 0
            """);
    }

    public void Dispose() => _sandbox?.Dispose();

    [Fact]
    public async Task A_tag_gives_the_version_and_every_archive_stands_with_its_checksum_in_the_manifests()
    {
        await CommitAsync("v" + Next);

        var run = await _sandbox.RunAsync("release", "--url", Url);

        run.Code.ShouldBe(0, run.Output + run.Errors);
        var formula = Read("dyno.rb");
        var installer = Read("winget/Dyno.Dyno.installer.yaml");
        formula.ShouldContain($"version \"{Next}\"");
        foreach (var system in Systems)
        {
            var archive = $"dyno-{Next}-{system}.{(system.StartsWith("win-", StringComparison.Ordinal) ? "zip" : "tar.gz")}";
            var sum = Convert.ToHexStringLower(SHA256.HashData(await File.ReadAllBytesAsync(Of(archive), TestContext.Current.CancellationToken)));
            Read("SHA256SUMS").ShouldContain($"{sum}  {archive}");
            var manifest = archive.EndsWith(".zip", StringComparison.Ordinal) ? installer : formula;
            var after = manifest[manifest.IndexOf($"{Url}/releases/download/v{Next}/{archive}", StringComparison.Ordinal)..];
            Sum().Match(after).Value.ToLowerInvariant().ShouldBe(sum, $"{archive}: the checksum behind the address is that of the archive");
        }
        foreach (var part in (string[])["", ".installer", ".locale.en-US"])
        {
            Read($"winget/Dyno.Dyno{part}.yaml").ShouldContain($"PackageVersion: \"{Next}\"");
            Read($"winget/Dyno.Dyno{part}.yaml").ShouldContain("PackageIdentifier: Dyno.Dyno");
        }
        _sandbox.Lines("calls").Single(call => call.StartsWith("pack src/Dyno.Cli ", StringComparison.Ordinal))
            .ShouldContain($" -p:DynoSystems={string.Join("%3B", Systems)} -p:Version={Next} ", customMessage: "the tool is for the same systems");
        run.Output.ShouldContain("NOT made: dyno_"); // the sandbox has no dpkg-deb
        Read("CONTENTS.txt").ShouldContain("dpkg-deb is missing");
    }

    [Fact]
    public async Task The_bill_of_materials_has_the_runtime_and_what_is_embedded()
    {
        await CommitAsync("v" + Next);

        var run = await _sandbox.RunAsync("release", "--systems", "linux-x64", "--url", Url);

        run.Code.ShouldBe(0, run.Output + run.Errors);
        var bom = JsonNode.Parse(Read($"dyno-{Next}-linux-x64.cdx.json"))!;
        var names = bom["components"]!.AsArray().Select(component => component!["name"]!.GetValue<string>()).ToList();
        names.ShouldContain("Left.Pad");
        names.ShouldContain("Microsoft.NETCore.App.Runtime.linux-x64");
        names.ShouldContain("acorn");
        names.ShouldContain("preact");
        names.ShouldNotContain(name => name.Contains("esbuild", StringComparison.Ordinal), "it makes the bundles and is in none");
        Read("CONTENTS.txt").ShouldContain("there is no archive of win-x64 win-arm64", customMessage: "no manifest without its archives");
    }

    [Fact]
    public async Task Without_a_tag_it_is_a_preview_and_the_same_commit_makes_the_same_archive()
    {
        await CommitAsync(tag: null);

        (await _sandbox.RunAsync("release", "--systems", "linux-x64", "--url", Url)).Code.ShouldBe(0);
        var first = await File.ReadAllBytesAsync(Of($"dyno-{Next}-preview.1-linux-x64.tar.gz"), TestContext.Current.CancellationToken);
        (await _sandbox.RunAsync("release", "--systems", "linux-x64", "--url", Url)).Code.ShouldBe(0);

        (await File.ReadAllBytesAsync(Of($"dyno-{Next}-preview.1-linux-x64.tar.gz"), TestContext.Current.CancellationToken)).ShouldBe(first);
    }

    [Fact]
    public async Task A_system_that_the_feed_lacks_is_named_with_the_reason_and_the_others_are_made()
    {
        await CommitAsync("v" + Next);
        _sandbox.Write("lacks-osx-arm64", "");

        var run = await _sandbox.RunAsync("release", "--systems", "linux-x64 osx-arm64", "--url", Url);

        run.Code.ShouldBe(0, run.Output + run.Errors);
        run.Output.ShouldContain($"NOT made: dyno-{Next}-osx-arm64: error NU1101: Unable to find package Microsoft.NETCore.App.Runtime.osx-arm64.");
        File.Exists(Of($"dyno-{Next}-linux-x64.tar.gz")).ShouldBeTrue();
    }

    [Theory]
    [InlineData("v9.9.9", "", 1, "put VersionPrefix right")]
    [InlineData("", "--version 1.x", 2, "write it like 0.3.0")]
    [InlineData("", "--systems solaris", 2, "'solaris' is none of: linux-x64")]
    [InlineData("", "--sytems linux-x64", 2, "./build release --help")]
    public async Task What_contradicts_itself_is_refused_before_anything_is_made(string tag, string options, int code, string message)
    {
        await CommitAsync(tag.Length > 0 ? tag : null);

        var run = await _sandbox.RunAsync(["release", .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);

        run.Code.ShouldBe(code, run.Output);
        run.Errors.ShouldContain(message);
        _sandbox.Lines("calls").ShouldNotContain(call => call.StartsWith("publish", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_tag_whose_files_were_changed_since_is_refused()
    {
        await CommitAsync("v" + Next);
        _sandbox.Write("LICENSE", "another");

        var run = await _sandbox.RunAsync("release");

        run.Code.ShouldBe(1);
        run.Errors.ShouldContain($"the working copy differs from the tag v{Next}");
    }

    private static string Next => VersionPrefix().Match(RepositoryFiles.Read("Directory.Build.props")).Groups[1].Value;

    private string Of(string file) => _sandbox.PathOf($"artifacts/release/{file}");

    private string Read(string file) => File.ReadAllText(Of(file));

    private async Task CommitAsync(string? tag)
    {
        _sandbox.Write("commit.sh", $"""
            cd "$(dirname "$0")" && export HOME=$PWD GIT_CONFIG_NOSYSTEM=1
            git init -q && git -c user.name=A -c user.email=a@example.org add . && git -c user.name=A -c user.email=a@example.org commit -qm first
            {(tag is null ? "" : $"git tag {tag}")}
            """);
        using var process = System.Diagnostics.Process.Start("bash", [_sandbox.PathOf("commit.sh")]);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        process.ExitCode.ShouldBe(0);
    }

    [GeneratedRegex("[0-9a-fA-F]{64}")]
    private static partial Regex Sum();

    [GeneratedRegex("<VersionPrefix>(.*)</VersionPrefix>")]
    private static partial Regex VersionPrefix();
}
