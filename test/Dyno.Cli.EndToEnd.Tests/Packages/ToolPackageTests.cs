using System.IO.Compression;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>The way of somebody who has no checkout: a package in a folder, a tool, a run.</summary>
[Trait("Length", "Long")]
public sealed partial class ToolPackageTests(PackageFeed feed) : EndToEndTest
{
    [Fact]
    public async Task The_package_installs_from_a_folder_and_its_tool_loads_a_server()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "build is a shell script");
        (await feed.PackedAsync()).ShouldContain("install it: dotnet tool install --global --add-source ");
        var system = SystemOf(feed.Folder);
        (await EntriesAsync("dyno")).ShouldBe(["DotnetToolSettings.xml", "icon.png", "your-own-api.md"], ignoreOrder: true, "it only chooses among the others");
        var engine = (await EntriesAsync("dyno." + system)).Where(name => name.StartsWith("ClearScriptV8.", StringComparison.Ordinal));
        engine.Where(name => Path.GetExtension(name) is not (".pem" or ".sig")).ShouldHaveSingleItem().ShouldContain(system);
        engine.ShouldAllBe(name => name.Contains(system, StringComparison.Ordinal), "the engine and its signature");
        (await EntriesAsync("dyno.any")).ShouldNotContain(name => name.StartsWith("ClearScriptV8.", StringComparison.Ordinal), "a system without a package of its own has no V8 either");
        foreach (var package in (string[])["dyno." + system, "dyno.any"])
        {
            (await EntriesAsync(package)).Where(IsOfWindowsTracing).ShouldBeEmpty("they would be half of the package");
            (await EntriesAsync(package)).ShouldContain("run-result.v1.schema.json");
        }
        var user = new PackageUser(Workspace, feed);
        await user.UseFeedAsync(Cancelled);

        await user.RunAsync("dotnet", "tool", "install", "--tool-path", "tools", "dyno");
        var tool = Workspace["tools/dyno"];

        (await user.RunAsync(tool, "--version")).ShouldMatch(@"^dyno \d+\.\d+\.\d+");
        var report = await user.RunAsync(tool, "run", Url, "-i", "20", "-c", "2", "-q", "--out", $"otlp={Server.Url}");
        report.ShouldContain("Statuses   200 × 20");
        Server.Seen.Count(seen => seen.Target == "/v1/metrics").ShouldBeGreaterThan(0, "the collector's protocol works without the web framework too");
        (await user.RunAsync(tool, "history")).ShouldContain("/hello"); // the end of the target: its front may be cut

        await user.RunAsync("dotnet", "new", "tool-manifest");
        await user.RunAsync("dotnet", "tool", "install", "dyno");
        (await user.RunAsync("dotnet", "dyno", "--version")).ShouldMatch(@"^dyno \d+\.\d+\.\d+");
    }

    /// <summary>What a library's package has for those who look into it.</summary>
    [Fact]
    public async Task The_package_for_loads_has_readme_icon_schemas_and_symbols()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "build is a shell script");
        await feed.PackedAsync();

        var entries = await EntriesAsync("Dyno.Scenarios");
        foreach (var file in (string[])["README.md", "icon.png", "run-result.v1.schema.json", "Dyno.Scenarios.dll", "Dyno.Scenarios.xml"]) entries.ShouldContain(file);
        entries.ShouldNotContain(name => name.EndsWith(".pdb", StringComparison.Ordinal), "symbols are a package of their own");
        (await EntriesAsync("Dyno.Scenarios", "snupkg")).ShouldContain("Dyno.Scenarios.pdb");
        (await EntriesAsync("Dyno.Templates")).ShouldContain("icon.png");
    }

    private static string SystemOf(string folder) => Directory.GetFiles(folder, "dyno.*.nupkg").Select(Path.GetFileName)
        .Select(name => PackageOfSystem().Match(name!)).Where(match => match.Success).ShouldHaveSingleItem().Groups[1].Value;

    // The names of the files that are not the package's own bookkeeping.
    private async Task<string[]> EntriesAsync(string id, string kind = "nupkg")
    {
        var file = Directory.GetFiles(feed.Folder, $"{id}.*.{kind}").Where(path => VersionPart().IsMatch(Path.GetFileName(path)[id.Length..])).ShouldHaveSingleItem();
        using var zip = await ZipFile.OpenReadAsync(file, Cancelled);
        return [.. zip.Entries.Select(entry => entry.Name).Where(name => name is not ("[Content_Types].xml" or ".rels") && !name.EndsWith(".psmdcp", StringComparison.Ordinal)
            && !name.EndsWith(".nuspec", StringComparison.Ordinal))];
    }

    [GeneratedRegex(@"^dyno\.((?:linux|osx|win)[\w-]+)\.\d")]
    private static partial Regex PackageOfSystem();

    [GeneratedRegex(@"^\.\d+\.")]
    private static partial Regex VersionPart();

    private static bool IsOfWindowsTracing(string name) =>
        name == "msdia140.dll" || name.StartsWith("KernelTraceControl", StringComparison.Ordinal);
}
