namespace Dyno.Cli;

/// <summary>Turns the user's request for a program under test into the options that the program is started with.</summary>
internal static class SubjectPlanReader
{
    public static SubjectOptions Read(SubjectRequest request, ICollection<Problem> problems)
    {
        var options = new SubjectOptions
        {
            Project = IsProgram(request.Path) ? "" : request.Path,
            Command = IsProgram(request.Path) ? CommandOf(Path.GetFullPath(request.Path)) : [],
            Framework = request.Framework,
            RuntimeVersion = RuntimeVersion.TryParse(request.Runtime, out var version) ? version : null,
            Arguments = request.Arguments,
            Environment = ReadEnvironment(request, problems),
            ReadyPath = request.ReadyPath,
            Port = request.Port,
            Instances = request.Instances,
            ReportsSettings = true,
            KeepsFiles = request.KeepsFiles,
            Cpus = request.IsPinned ? CpuPlan.ForThisMachine() : CpuPlan.Unpinned,
        };
        if (!File.Exists(request.Path) && !Directory.Exists(request.Path))
            problems.Add(new Problem("--subject", null, null, $"'{request.Path}' does not exist", "name a project, its folder, or a program"));
        if (request.Framework is not null && IsProgram(request.Path))
            problems.Add(new Problem("--framework", null, null, $"{request.Path} is already built", "leave out --framework, or name the project"));
        if (request.ReadyPath is { } path && (!path.StartsWith('/') || path.StartsWith("//", StringComparison.Ordinal)))
            problems.Add(new Problem("--ready", null, null, $"'{path}' is not a path", "write one slash at the beginning, such as /healthz"));
        if (request.Runtime is not null && options.RuntimeVersion is null)
            problems.Add(new Problem("--runtime", null, null, $"'{request.Runtime}' is not a version of .NET", "write 11.0 (the newest patch), 10.0.12 or installed"));
        if (request.Port is < 1 or > 65_535)
            problems.Add(new Problem("--subject-port", null, null, $"{request.Port} is not a port", "write a number from 1 to 65535"));
        if (request is { Port: not null, Instances: > 1 })
            problems.Add(new Problem("--subject-port", null, null, "several instances cannot share one port", "leave out one of the two options"));
        if (request.Instances is < 1 or > SubjectOptions.MostInstances)
            problems.Add(new Problem("--instances", null, null, $"{request.Instances} instances cannot be started", $"write 1 to {SubjectOptions.MostInstances}"));
        if (request.ReadyTimeout is not { } text) return options;
        if (DurationText.TryParseTyped(text, out var timeout) && timeout > TimeSpan.Zero) return options with { ReadyTimeout = timeout };
        problems.Add(new Problem("--ready-timeout", null, null, $"'{text}' is not a time above zero", "write 30s or 2m"));
        return options;
    }

    // True for a file that is built already: a .NET assembly, or any file that the system can execute.
    private static bool IsProgram(string path)
    {
        if (!File.Exists(path) || path.EndsWith("proj", StringComparison.OrdinalIgnoreCase)) return false;
        if (Path.GetExtension(path).ToLowerInvariant() is ".dll" or ".exe") return true;
        return !OperatingSystem.IsWindows() && Path.GetExtension(path) is not (".cs" or ".sln" or ".slnx")
            && (File.GetUnixFileMode(path) & UnixFileMode.UserExecute) != 0;
    }

    private static ImmutableArray<string> CommandOf(string program) =>
        program.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? ["dotnet", program] : [program];

    private static ImmutableSortedDictionary<string, string> ReadEnvironment(SubjectRequest request, ICollection<Problem> problems)
    {
        var variables = ImmutableSortedDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (var entry in request.Environment)
        {
            var equals = entry.IndexOf('=', StringComparison.Ordinal);
            if (equals > 0) variables[entry[..equals]] = entry[(equals + 1)..];
            else problems.Add(new Problem("--subject-env", null, null, "a variable needs a name and a value", "write --subject-env NAME=VALUE"));
        }
        return variables.ToImmutable();
    }
}
