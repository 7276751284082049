namespace Dyno.Scenarios.Tests;

/// <summary>Runs a program to its end; its output is the message when it fails.</summary>
internal static class ExternalProgram
{
    public static async Task RunAsync(string program, params string[] arguments)
    {
        // A server that goes on in the background must not hold this program's pipes: its output goes to a file.
        var log = Path.GetTempFileName();
        var line = string.Join(' ', new[] { program }.Concat(arguments).Select(word => $"'{word}'"));
        using var process = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", $"cd / && {line} >'{log}' 2>&1"]))!;
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        var output = await File.ReadAllTextAsync(log, TestContext.Current.CancellationToken);
        File.Delete(log);
        process.ExitCode.ShouldBe(0, $"{program}: {output}");
    }
}
