using System.Diagnostics;
using Dyno.Testing;

namespace Dyno.Cli.EndToEnd.Tests.Packages;

/// <summary>The way of somebody who has no checkout: a package in a folder, a tool, a run.</summary>
public sealed class ToolPackageTests : EndToEndTest
{
    [Fact]
    public async Task The_package_installs_from_a_folder_and_its_tool_loads_a_server()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "build is a shell script");
        var feed = Workspace["feed"];
        var packed = await RunAsync("bash", [Path.Combine(RepositoryRoot.Path, "build"), "pack", feed]);
        packed.ShouldContain("install it: dotnet tool install --global --add-source ");
        Directory.GetFiles(feed, "dyno.*.nupkg").ShouldHaveSingleItem();
        // Nothing but the folder: a package of the same name elsewhere must not be taken for it.
        await File.WriteAllTextAsync(Workspace["nuget.config"],
            "<configuration><packageSources><clear/></packageSources></configuration>", Cancelled);

        await RunAsync("dotnet", ["tool", "install", "--tool-path", "tools", "--add-source", feed, "dyno"]);
        var tool = Workspace["tools/dyno"];

        (await RunAsync(tool, ["--version"])).ShouldMatch(@"^dyno \d+\.\d+\.\d+");
        var report = await RunAsync(tool, ["run", Url, "-i", "20", "-c", "2", "-q", "--out", $"otlp={Server.Url}"]);
        report.ShouldContain("Statuses   200 × 20");
        Server.Seen.Count(seen => seen.Target == "/v1/metrics").ShouldBeGreaterThan(0, "the collector's protocol works without the web framework too");
        (await RunAsync(tool, ["history"])).ShouldContain("/hello"); // the end of the target: its front may be cut

        await RunAsync("dotnet", ["new", "tool-manifest"]);
        await RunAsync("dotnet", ["tool", "install", "--add-source", feed, "dyno"]);
        (await RunAsync("dotnet", ["dyno", "--version"])).ShouldMatch(@"^dyno \d+\.\d+\.\d+");
    }

    private async Task<string> RunAsync(string program, string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = Workspace.Folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        start.Environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        start.Environment["DOTNET_NOLOGO"] = "1";
        // An earlier build of the same version must not be taken for it, and this one for none that comes later: packages and
        // the list of resolved tools are the test's own. The build itself keeps the packages it has.
        if (program == "dotnet")
        {
            start.Environment["NUGET_PACKAGES"] = Workspace["packages"];
            start.Environment["DOTNET_CLI_HOME"] = Workspace["home"];
        }
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        var error = process.StandardError.ReadToEndAsync(Cancelled);
        var text = await process.StandardOutput.ReadToEndAsync(Cancelled);
        await process.WaitForExitAsync(Cancelled);
        process.ExitCode.ShouldBe(0, $"{program} {string.Join(' ', arguments)}\n{text}\n{await error}");
        return text;
    }
}
