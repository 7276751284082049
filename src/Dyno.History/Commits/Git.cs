using System.Diagnostics;

namespace Dyno.History;

/// <summary>Runs git in the repository of a folder, without a question to the user.</summary>
/// <param name="folder">A folder in the repository.</param>
internal sealed class Git(string folder)
{
    /// <summary>A file that stands for git's index, so that the user's index is left alone; null: no command needs one.</summary>
    public string? Index { get; init; }

    /// <summary>Name and address of the committer where git knows none, as on a runner of CI.</summary>
    public bool NamesCommitter { get; init; }

    /// <summary>Whether the folder is in a repository with at least one commit, and git is installed.</summary>
    public async Task<bool> HasCommitsAsync(CancellationToken cancellation)
    {
        try
        {
            return (await RunAsync(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], cancellation)).ExitCode == 0;
        }
        catch (UserFault)
        {
            return false;
        }
    }

    /// <summary>The output of a command that must succeed, without the line feed at its end.</summary>
    /// <exception cref="UserFault">It failed; the message has what git said.</exception>
    public async Task<string> AskAsync(string[] arguments, string fault, string hint, CancellationToken cancellation, byte[]? input = null)
    {
        var answer = await RunAsync(arguments, cancellation, input);
        return answer.ExitCode == 0 ? answer.Text : throw Fault(fault, hint, answer);
    }

    /// <summary>A fault with what git said.</summary>
    public static UserFault Fault(string fault, string hint, GitAnswer answer) =>
        new($"{fault}: {Results.Redaction.Text(answer.Errors.Split('\n', StringSplitOptions.RemoveEmptyEntries).LastOrDefault() ?? $"git ended with {answer.ExitCode}")}", hint);

    /// <summary>Runs a command to its end.</summary>
    /// <exception cref="UserFault">Git is not installed, or the folder is gone.</exception>
    public async Task<GitAnswer> RunAsync(string[] arguments, CancellationToken cancellation, byte[]? input = null)
    {
        var start = new ProcessStartInfo("git", arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        start.Environment["GIT_OPTIONAL_LOCKS"] = "0";
        start.Environment["GIT_TERMINAL_PROMPT"] = "0";
        start.Environment["LC_ALL"] = "C"; // what a refused push says is read
        if (Index is not null) start.Environment["GIT_INDEX_FILE"] = Index;
        if (NamesCommitter)
            foreach (var (name, value) in new[] { ("NAME", "dyno"), ("EMAIL", "dyno@localhost") })
                foreach (var who in new[] { "AUTHOR", "COMMITTER" }) start.Environment[$"GIT_{who}_{name}"] = value;
        using var process = Start(start);
        try
        {
            var errors = process.StandardError.ReadToEndAsync(cancellation);
            var sent = SendAsync(process, input);
            using var output = new MemoryStream();
            await process.StandardOutput.BaseStream.CopyToAsync(output, cancellation);
            await process.WaitForExitAsync(cancellation);
            await sent;
            return new GitAnswer(process.ExitCode, output.ToArray(), (await errors).Trim());
        }
        finally
        {
            if (!process.HasExited) process.Kill();
        }
    }

    private static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (System.ComponentModel.Win32Exception missing)
        {
            throw new UserFault("the history of a repository needs git, and 'git' cannot be started", "install git, or name a folder as the remote: dyno history push ./history", missing);
        }
    }

    private static async Task SendAsync(Process process, byte[]? input)
    {
        try
        {
            if (input is not null) await process.StandardInput.BaseStream.WriteAsync(input);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // Git ended before it had read everything; its exit code says why.
        }
    }
}

/// <summary>How a git command ended.</summary>
internal sealed record GitAnswer(int ExitCode, byte[] Output, string Errors)
{
    /// <summary>The output as text, without the line feed at its end.</summary>
    public string Text => Encoding.UTF8.GetString(Output).TrimEnd('\n', '\r');

    public string[] Lines => Text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
}
