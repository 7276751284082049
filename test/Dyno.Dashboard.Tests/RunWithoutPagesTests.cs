namespace Dyno.Dashboard.Tests;

public sealed class RunWithoutPagesTests
{
    [Fact]
    public async Task A_run_loads_nothing_of_ASP_NET_Core()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "what a process has loaded is read from /proc");
        await using var server = await KestrelServer.StartAsync();
        using var run = Process.Start(new ProcessStartInfo(Path.Combine(AppContext.BaseDirectory, "dyno"), ["run", $"{server.Url}hello", "-d", "30s", "-c", "1", "--no-store"])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        await UiProcess.EventuallyAsync(() => Task.FromResult(!server.Seen.IsEmpty), "the run sends");
        var maps = await File.ReadAllTextAsync($"/proc/{run.Id}/maps", TestContext.Current.CancellationToken);
        run.Kill();

        maps.ShouldContain("Dyno.Http.dll"); // it was looked at while it ran
        maps.ShouldNotContain("Microsoft.AspNetCore");
        maps.ShouldNotContain("Dyno.Dashboard.dll");
    }
}
