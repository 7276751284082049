using System.Diagnostics;
using Dyno.Subjects.Processes;

namespace Dyno.Subjects;

/// <summary>Which git commit a folder stands at.</summary>
public static class GitRevision
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>
    /// The full commit id, with <c>-dirty</c> when tracked files differ from it; null when the folder is in no
    /// repository, has no commit, git is not installed, or does not answer within 5 s.
    /// </summary>
    public static async Task<string?> DescribeAsync(string folder, CancellationToken cancellation = default)
    {
        if (SearchPath.Find("git") is not { } git || !Directory.Exists(folder)) return null;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(Patience);
        try
        {
            if (await RunAsync(git, folder, ["rev-parse", "HEAD"], limit.Token) is not { } commit) return null;
            var changes = await RunAsync(git, folder, ["status", "--porcelain", "--untracked-files=no"], limit.Token);
            return string.IsNullOrEmpty(changes) ? commit : commit + "-dirty";
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return null;
        }
    }

    private static async Task<string?> RunAsync(string git, string folder, string[] arguments, CancellationToken cancellation)
    {
        var start = new ProcessStartInfo(git, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["GIT_OPTIONAL_LOCKS"] = "0";
        using var process = Process.Start(start)!;
        try
        {
            var errors = process.StandardError.ReadToEndAsync(cancellation);
            var output = await process.StandardOutput.ReadToEndAsync(cancellation);
            await errors;
            await process.WaitForExitAsync(cancellation);
            return process.ExitCode == 0 ? output.Trim() : null;
        }
        finally
        {
            if (!process.HasExited) process.Kill();
        }
    }
}
