namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>
/// Somebody who has no checkout: a folder whose packages come from the feed under test, and those of others from what this
/// machine has restored before. Nothing else: a package of the same name elsewhere must not be taken for it.
/// </summary>
internal sealed class PackageUser(Workspace workspace, PackageFeed feed)
{
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(5);

    /// <summary>Writes the sources into the folder.</summary>
    public Task UseFeedAsync(CancellationToken cancellation)
    {
        var known = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
            ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");
        return File.WriteAllTextAsync(workspace["nuget.config"], $"""
            <configuration>
              <packageSources><clear/><add key="feed" value="{feed.Folder}"/><add key="restored before" value="{known}"/></packageSources>
              <packageSourceMapping>
                <clear/>
                <packageSource key="feed"><package pattern="Dyno*"/></packageSource>
                <packageSource key="restored before"><package pattern="*"/></packageSource>
              </packageSourceMapping>
            </configuration>
            """, cancellation);
    }

    /// <summary>Runs a command to its end, which must be a good one.</summary>
    /// <returns>Its standard output.</returns>
    public async Task<string> RunAsync(string program, params string[] arguments)
    {
        var (code, output, error) = await TryAsync(program, arguments);
        code.ShouldBe(0, $"{program} {string.Join(' ', arguments)}\n{output}\n{error}");
        return output;
    }

    /// <summary>Runs a command to its end.</summary>
    public async Task<(int Code, string Output, string Error)> TryAsync(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = workspace.Folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        start.Environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        start.Environment["DOTNET_NOLOGO"] = "1";
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        // An earlier build of the same version must not be taken for it, and this one for none that comes later: packages, and the
        // lists of resolved tools and templates, are the test's own.
        start.Environment["NUGET_PACKAGES"] = workspace["packages"];
        start.Environment["DOTNET_CLI_HOME"] = workspace["home"];
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        patience.CancelAfter(Longest);
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        var error = process.StandardError.ReadToEndAsync(patience.Token);
        var text = await process.StandardOutput.ReadToEndAsync(patience.Token);
        await process.WaitForExitAsync(patience.Token);
        return (process.ExitCode, text, await error);
    }
}
