namespace Dyno.Subjects;

internal static class GitCommand
{
    /// <summary>Runs one command to its end.</summary>
    /// <returns>The exit code, the output and the error output; null when git is not installed.</returns>
    public static async Task<(int ExitCode, string Output, string Errors)?> RunAsync(string folder, string[] arguments, CancellationToken cancellation)
    {
        if (SearchPath.Find("git") is not { } git) return null;
        var start = new ProcessStartInfo(git, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["GIT_OPTIONAL_LOCKS"] = "0";
        start.Environment["GIT_TERMINAL_PROMPT"] = "0";
        using var process = Process.Start(start)!;
        try
        {
            var errors = process.StandardError.ReadToEndAsync(cancellation);
            var output = await process.StandardOutput.ReadToEndAsync(cancellation);
            await process.WaitForExitAsync(cancellation);
            return (process.ExitCode, output.Trim(), (await errors).Trim());
        }
        finally
        {
            if (!process.HasExited) process.Kill();
        }
    }
}
