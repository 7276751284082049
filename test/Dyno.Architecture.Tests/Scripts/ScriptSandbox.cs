using System.Diagnostics;

namespace Dyno.Architecture.Tests;

/// <summary>A checkout in miniature around one of the root's shell scripts, with programs that only pretend.</summary>
internal sealed class ScriptSandbox : IDisposable
{
    /// <summary>All that the scripts may take for granted on a system.</summary>
    private static readonly string[] Tools =
    [
        "bash", "cat", "chmod", "cksum", "cut", "date", "dirname", "find", "flock", "grep", "head", "ln", "ls", "mkdir", "mktemp",
        "mv", "paste", "readlink", "rm", "rmdir", "sed", "sleep", "sort", "tail", "tee", "timeout", "tr", "uniq",
    ];

    private readonly string _script;
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno scripts ").FullName;

    /// <summary>Copies <paramref name="script"/>, <c>dyno</c> or <c>build</c>.</summary>
    public ScriptSandbox(string script)
    {
        _script = PathOf(script);
        File.Copy(Path.Combine(RepositoryRoot.Path, script), _script);
        LinkTools();
    }

    public string PathOf(string relative) => Path.Combine(_folder, relative);

    public void Write(string relative, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(PathOf(relative))!);
        File.WriteAllText(PathOf(relative), text);
    }

    /// <summary>Lines of a file that a pretending program wrote; empty when it was never called.</summary>
    public string[] Lines(string relative) => File.Exists(PathOf(relative)) ? File.ReadAllLines(PathOf(relative)) : [];

    /// <summary>Writes a bash program; on the PATH when it lies in <c>bin/</c>.</summary>
    public void Program(string relative, string body)
    {
        Write(relative, "#!/bin/bash\n" + body);
        if (OperatingSystem.IsWindows()) return;
        File.SetUnixFileMode(
            PathOf(relative), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    public async Task<(int Code, string Output, string Errors)> RunAsync(params string[] arguments)
    {
        var start = new ProcessStartInfo("bash", [_script, .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = "/",
        };
        start.Environment["PATH"] = PathOf("bin") + ":" + PathOf("tools");
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, await output, await errors);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    /// <summary>Puts further programs of this system on the PATH.</summary>
    /// <returns>Those that this system lacks.</returns>
    public IReadOnlyList<string> Link(params string[] programs)
    {
        foreach (var file in programs.SelectMany(tool => (string[])[$"/usr/bin/{tool}", $"/bin/{tool}"]).Where(File.Exists).DistinctBy(Path.GetFileName))
            File.CreateSymbolicLink(PathOf($"tools/{Path.GetFileName(file)}"), file);
        return [.. programs.Where(tool => !File.Exists(PathOf($"tools/{tool}")))];
    }

    /// <summary>Copies a file of the repository, or all files of one of its folders.</summary>
    public void Copy(string relative)
    {
        var source = Path.Combine(RepositoryRoot.Path, relative);
        foreach (var file in Directory.Exists(source) ? Directory.GetFiles(source, "*", SearchOption.AllDirectories) : [source])
        {
            var target = PathOf(Path.GetRelativePath(RepositoryRoot.Path, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }
    }

    /// <summary>A PATH without a dotnet, node or apt-get that the system may have.</summary>
    private void LinkTools()
    {
        Directory.CreateDirectory(PathOf("tools"));
        Link(Tools);
    }
}
