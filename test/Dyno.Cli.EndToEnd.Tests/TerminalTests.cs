namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Dyno on a pseudo-terminal, as <c>script</c> makes one.</summary>
public sealed class TerminalTests : EndToEndTest
{
    [Fact]
    public async Task Has_colours_and_a_live_line_on_a_terminal()
    {
        var screen = await OnTerminalAsync("TERM=xterm-256color");
        screen.ShouldContain("\e[1m");
        screen.ShouldContain("\r\e[2K");
    }

    [Fact]
    public async Task Heeds_NO_COLOR_on_a_terminal()
    {
        var screen = await OnTerminalAsync("TERM=xterm-256color", "NO_COLOR=1");
        screen.ShouldContain("Statuses   200 × ");
        screen.ShouldNotContain("\e[1m");
        screen.ShouldNotContain("\e[3");
        screen.ShouldNotContain("\e[9");
    }

    [Fact]
    public async Task Takes_the_width_of_the_terminal()
    {
        var screen = await OnTerminalAsync("TERM=xterm-256color", "NO_COLOR=1");
        var report = screen[screen.IndexOf("Target ", StringComparison.Ordinal)..];
        foreach (var line in report.Split('\n')) line.TrimEnd('\r').Length.ShouldBeLessThanOrEqualTo(72, line);
        report.Split('\n').ShouldContain(line => line.TrimEnd('\r').Length > 60);
    }

    private async Task<string> OnTerminalAsync(params string[] environment)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && File.Exists("/usr/bin/script"), "script (bsdutils) makes the terminal");
        var dyno = DynoProcess.Program;
        var command = $"stty cols 72; env -u COLUMNS -u NO_COLOR {string.Join(' ', environment)} {dyno} run {Url} -d 2s -c 1 --no-store --full";
        using var script = Process.Start(new ProcessStartInfo("/usr/bin/script", ["-qec", command, "/dev/null"])
        {
            WorkingDirectory = Workspace.Folder,
            RedirectStandardOutput = true,
            RedirectStandardInput = true,
        })!;
        script.StandardInput.Close();
        var screen = await script.StandardOutput.ReadToEndAsync(Cancelled);
        await script.WaitForExitAsync(Cancelled);
        return screen;
    }
}
