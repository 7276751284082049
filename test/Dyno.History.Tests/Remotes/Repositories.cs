using System.Diagnostics;

namespace Dyno.History.Tests;

/// <summary>Git repositories in a temporary folder: a bare origin, and clones of it.</summary>
internal sealed class Repositories : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("dyno-history-").FullName;

    public Repositories()
    {
        Git(_root, "init", "--quiet", "--bare", "--initial-branch=main", "origin.git");
        var first = Clone("first");
        File.WriteAllText(Path.Combine(first, "code.cs"), "class Code;");
        Git(first, "add", ".");
        Commit(first, "Begin");
        Git(first, "push", "--quiet", "origin", "main");
    }

    public string Clone(string name, params string[] options)
    {
        Git(_root, ["clone", "--quiet", .. options, new Uri(Path.Combine(_root, "origin.git")).AbsoluteUri, name]);
        return Path.Combine(_root, name);
    }

    public static void Commit(string folder, string message) =>
        Git(folder, "-c", "user.name=T", "-c", "user.email=t@localhost", "commit", "--quiet", "--allow-empty", "-m", message);

    public static string Git(string folder, params string[] arguments)
    {
        var start = new ProcessStartInfo("git", arguments) { WorkingDirectory = folder, RedirectStandardOutput = true, RedirectStandardError = true };
        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        process.ExitCode.ShouldBe(0, $"git {string.Join(' ', arguments)}: {errors.Result}");
        return output.Trim();
    }

    public void Dispose()
    {
        foreach (var file in new DirectoryInfo(_root).EnumerateFiles("*", SearchOption.AllDirectories)) file.Attributes = FileAttributes.Normal;
        Directory.Delete(_root, recursive: true);
    }
}
