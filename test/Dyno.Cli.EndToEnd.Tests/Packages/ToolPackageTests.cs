using System.IO.Compression;

namespace Dyno.Cli.EndToEnd.Tests.Packages;

/// <summary>The way of somebody who has no checkout: a package in a folder, a tool, a run.</summary>
[Trait("Length", "Long")]
public sealed class ToolPackageTests(PackageFeed feed) : EndToEndTest
{
    [Fact]
    public async Task The_package_installs_from_a_folder_and_its_tool_loads_a_server()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "build is a shell script");
        (await feed.PackedAsync()).ShouldContain("install it: dotnet tool install --global --add-source ");
        var package = Directory.GetFiles(feed.Folder, "dyno.*.nupkg").ShouldHaveSingleItem();
        using (var zip = await ZipFile.OpenReadAsync(package, Cancelled))
            zip.Entries.Select(entry => entry.Name).Where(IsOfWindowsTracing).ShouldBeEmpty("they would be half of the package");
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

    private static bool IsOfWindowsTracing(string name) =>
        name == "msdia140.dll" || name.StartsWith("KernelTraceControl", StringComparison.Ordinal);
}
