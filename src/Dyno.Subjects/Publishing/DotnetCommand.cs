namespace Dyno.Subjects;

/// <summary>Runs the .NET SDK's command. Leaves no build server behind.</summary>
internal sealed class DotnetCommand
{
    // Starts no process that outlives the command: MSBuild's nodes and the compiler server would otherwise stay for minutes, take CPU time
    // from a measurement, and belong to a process group that has ended.
    private static readonly ImmutableSortedDictionary<string, string?> Environment =
        ImmutableSortedDictionary<string, string?>.Empty.AddRange(
        [
            new("MSBUILDDISABLENODEREUSE", "1"), new("UseSharedCompilation", "false"), new("DOTNET_NOLOGO", "1"),
            new("DOTNET_CLI_USE_MSBUILD_SERVER", "0"), new("MSBUILDTERMINALLOGGER", "off"),
            new("DOTNET_CLI_UI_LANGUAGE", "en"), new("DOTNET_CLI_WORKLOAD_UPDATE_NOTIFY_DISABLE", "1"),
            new("NO_COLOR", "1"),
        ]);

    private string? _installFolder;

    private DotnetCommand(string file) => File = file;

    /// <summary>Full path of the executable.</summary>
    public string File { get; }

    /// <summary>Finds the command in PATH, in DOTNET_ROOT, or beside the runtime of this process.</summary>
    /// <exception cref="UserFault">The .NET SDK's command is not there.</exception>
    public static DotnetCommand Find()
    {
        var name = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";
        var root = System.Environment.GetEnvironmentVariable("DOTNET_ROOT");
        var beside = root is null ? null : Path.Combine(root, name);
        var file = SearchPath.Find("dotnet") ?? (System.IO.File.Exists(beside) ? beside : null);
        return file is not null
            ? new DotnetCommand(file)
            : throw SubjectFaults.Of(SubjectFault.WrongInput, "the .NET SDK is needed to publish a project, and 'dotnet' is not in PATH",
                "install the .NET 10 SDK, or load a server that already runs");
    }

    /// <summary>The versions of the installed SDKs; global.json decides which of them builds.</summary>
    public string SdkVersions()
    {
        var folder = Path.Combine(InstallFolder, "sdk");
        return Directory.Exists(folder)
            ? string.Join(' ', Directory.GetDirectories(folder).Select(Path.GetFileName).Order(StringComparer.Ordinal))
            : "";
    }

    /// <summary>Whether both the base and the web runtime of a framework's own version are installed beside it.</summary>
    /// <param name="framework">E.g. <c>net10.0</c>.</param>
    public bool HasRuntimesFor(string framework) => ProjectTraits.VersionOf(framework) is { } version
        && HasRuntime("Microsoft.NETCore.App", version)
        && HasRuntime("Microsoft.AspNetCore.App", version);

    /// <summary>Runs one command to its end.</summary>
    /// <param name="folder">The working directory; global.json is looked up from there.</param>
    /// <returns>The exit code, and the last lines of the output.</returns>
    public async Task<(int ExitCode, ImmutableArray<string> Output)> RunAsync(string folder, string outputFile,
        ImmutableArray<string> arguments, CancellationToken cancellation)
    {
        await using var process = OwnedProcess.Start(new ProcessPlan
        {
            FileName = File,
            Arguments = arguments,
            WorkingDirectory = folder,
            Environment = Environment,
            OutputFile = outputFile,
        });
        var exitCode = await process.Exited.WaitAsync(cancellation);
        return (exitCode, process.Output.Tail(200));
    }

    /// <summary>
    /// The folder of the installation. The command in PATH is often a link into it, and sometimes a script that runs the command there: the
    /// command itself then says where its runtimes are.
    /// </summary>
    public string InstallFolder => _installFolder ??= Find(System.IO.File.ResolveLinkTarget(File, returnFinalTarget: true)?.FullName ?? File);

    private static string Find(string file)
    {
        var folder = Path.GetDirectoryName(file)!;
        if (Directory.Exists(Path.Combine(folder, "shared"))) return folder;
        using var asked = Process.Start(new ProcessStartInfo(file, ["--list-runtimes"]) { RedirectStandardOutput = true, UseShellExecute = false })!;
        var line = asked.StandardOutput.ReadLine() ?? ""; // Microsoft.NETCore.App 10.0.12 [/usr/share/dotnet/shared/Microsoft.NETCore.App]
        asked.StandardOutput.ReadToEnd();
        asked.WaitForExit();
        var shared = line.Contains('[', StringComparison.Ordinal) ? line[(line.IndexOf('[', StringComparison.Ordinal) + 1)..].TrimEnd(']') : null;
        return shared is null ? folder : Path.GetFullPath(Path.Combine(shared, "..", ".."));
    }

    private bool HasRuntime(string name, Version version)
    {
        var folder = Path.Combine(InstallFolder, "shared", name);
        return Directory.Exists(folder) && Directory.EnumerateDirectories(folder)
            .Any(runtime => Path.GetFileName(runtime).StartsWith($"{version.Major}.{version.Minor}.", StringComparison.Ordinal));
    }
}
