namespace Dyno.Subjects;

/// <summary>The git commit of a folder.</summary>
public static class GitRevision
{
    private const string CommitLine = "# branch.oid ";
    private const string NoCommit = "(initial)";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    // One command for commit and changes: a line with the commit, and a line for each tracked file that differs.
    private static readonly string[] Status = ["status", "--porcelain=v2", "--branch", "--untracked-files=no"];

    /// <summary>
    /// The full commit id, with <c>-dirty</c> when tracked files differ from it; null when the folder is in no
    /// repository, has no commit, git is not installed, or does not answer within 5 s.
    /// </summary>
    public static async Task<string?> DescribeAsync(string folder, CancellationToken cancellation = default)
    {
        if (!IsInRepository(folder) || SearchPath.Find("git") is not { } git) return null;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limit.CancelAfter(Patience);
        try
        {
            return await AskAsync(git, folder, limit.Token) is { } answer ? Read(answer) : null;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return null;
        }
    }

    // Most runs happen outside of a repository: this is found out without starting a process.
    private static bool IsInRepository(string folder)
    {
        if (Environment.GetEnvironmentVariable("GIT_DIR") is { Length: > 0 }) return Directory.Exists(folder);
        for (var here = new DirectoryInfo(folder); here is { Exists: true }; here = here.Parent)
            if (Path.Exists(Path.Combine(here.FullName, ".git"))) return true;
        return false;
    }

    private static string? Read(string answer)
    {
        string[] lines = answer.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var commit = Array.Find(lines, line => line.StartsWith(CommitLine, StringComparison.Ordinal))?[CommitLine.Length..].Trim();
        if (commit is null or NoCommit) return null;
        return Array.TrueForAll(lines, line => line[0] == '#') ? commit : commit + "-dirty";
    }

    private static Task<string?> AskAsync(string git, string folder, CancellationToken cancellation) =>
        OperatingSystem.IsWindows() ? OverPipeAsync(git, folder, cancellation) : OverFileAsync(git, folder, cancellation);

    // Through a file: a pipe would load .NET's sockets and start their threads, 2 MB that a run with this generator's own sockets never needs.
    private static async Task<string?> OverFileAsync(string git, string folder, CancellationToken cancellation)
    {
        var file = Path.Combine(Path.GetTempPath(), $"dyno-git-{Environment.ProcessId}-{Guid.NewGuid():N}");
        try
        {
            ProcessOutput.Create(file);
            var start = Start("/bin/sh", folder, ["-c", """exec "$@" </dev/null >"$0" 2>/dev/null""", file, git, .. Status]);
            return await EndedWellAsync(start, cancellation) ? await File.ReadAllTextAsync(file, cancellation) : null;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return null; // no room for temporary files: the measurement does not depend on the commit
        }
        finally
        {
            File.Delete(file);
        }
    }

    private static async Task<string?> OverPipeAsync(string git, string folder, CancellationToken cancellation)
    {
        var start = Start(git, folder, Status);
        (start.RedirectStandardOutput, start.RedirectStandardError) = (true, true);
        using var process = Process.Start(start)!;
        try
        {
            var errors = process.StandardError.ReadToEndAsync(cancellation);
            var output = await process.StandardOutput.ReadToEndAsync(cancellation);
            await errors;
            await process.WaitForExitAsync(cancellation);
            return process.ExitCode == 0 ? output : null;
        }
        finally
        {
            if (!process.HasExited) process.Kill();
        }
    }

    private static async Task<bool> EndedWellAsync(ProcessStartInfo start, CancellationToken cancellation)
    {
        using var process = Process.Start(start)!;
        try
        {
            await process.WaitForExitAsync(cancellation);
            return process.ExitCode == 0;
        }
        finally
        {
            if (!process.HasExited) process.Kill();
        }
    }

    private static ProcessStartInfo Start(string program, string folder, string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = folder, UseShellExecute = false };
        start.Environment["GIT_OPTIONAL_LOCKS"] = "0";
        return start;
    }
}
