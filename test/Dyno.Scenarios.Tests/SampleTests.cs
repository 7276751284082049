namespace Dyno.Scenarios.Tests;

/// <summary>The tests in <c>samples/</c>, one project for each framework, as <c>docs/scenarios.md</c> writes them.</summary>
[Trait("Length", "Long")]
public sealed class SampleTests
{
    private const int Attempts = 3; // a machine that stands still meanwhile makes a run void, and rightly

    [Theory]
    [InlineData("NUnit")]
    [InlineData("MSTest")]
    [InlineData("TUnit")]
    public async Task A_load_is_one_line_in_every_framework(string framework)
    {
        var project = Path.Combine(RepositoryRoot.Path, "samples", framework);
        var (exitCode, said) = await DotnetAsync("build", project, "-c", "Release", "-v", "q", "-tl:off");
        exitCode.ShouldBe(0, said);
        for (var attempt = 1; attempt <= Attempts; attempt++)
        {
            (exitCode, said) = await DotnetAsync("run", "--project", project, "-c", "Release", "--no-build");
            if (exitCode == 0 || !said.Contains("void", StringComparison.OrdinalIgnoreCase)) break;
        }
        exitCode.ShouldBe(0, said);
        said.ShouldMatch("(?i)(succeeded|passed): 1|1 (succeeded|passed)");
    }

    private static async Task<(int ExitCode, string Said)> DotnetAsync(params string[] words)
    {
        using var dotnet = Process.Start(new ProcessStartInfo("dotnet", words) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        var said = Task.WhenAll(dotnet.StandardOutput.ReadToEndAsync(), dotnet.StandardError.ReadToEndAsync());
        await dotnet.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (dotnet.ExitCode, string.Join('\n', await said));
    }
}
