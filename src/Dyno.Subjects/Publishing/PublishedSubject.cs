namespace Dyno.Subjects;

/// <summary>A program that is ready to be started.</summary>
public sealed record PublishedSubject
{
    /// <summary>The project, as the user named it.</summary>
    public required string Source { get; init; }

    /// <summary>The project's name.</summary>
    public required string Name { get; init; }

    /// <summary>Absolute path of the project's folder.</summary>
    public required string ProjectFolder { get; init; }

    /// <summary>Target framework, e.g. <c>net10.0</c>.</summary>
    public required string Framework { get; init; }

    /// <summary>Whether the runtime is part of the publish.</summary>
    public required bool SelfContained { get; init; }

    /// <summary>The runtime option for the server GC.</summary>
    internal const string ServerGc = "System.GC.Server";

    /// <summary>The runtime option that lets a program run start-up hooks.</summary>
    internal const string Hooks = "System.StartupHookProvider.IsSupported";

    /// <summary>Absolute path of the folder with the publish; each launch runs in a copy of it.</summary>
    public required string Folder { get; init; }

    /// <summary>The executable and its first arguments; the arguments of the subject follow.</summary>
    public required ImmutableArray<string> Command { get; init; }

    /// <summary>Whether the runtime configuration of the program asks for the server GC.</summary>
    public bool AsksForServerGc { get; init; }

    /// <summary>Variables that let the program run on another version of .NET than the installed one; none by default.</summary>
    public ImmutableSortedDictionary<string, string?> RuntimeVariables { get; init; } = ImmutableSortedDictionary<string, string?>.Empty;

    /// <summary>Absolute path of the program's assembly or executable, without the extension of an assembly.</summary>
    internal string AssemblyPath
    {
        get
        {
            var isByDotnet = Command is [_, var first, ..] && first.EndsWith(".dll", StringComparison.OrdinalIgnoreCase);
            var path = isByDotnet ? Path.GetFullPath(Command[1], Folder) : Command[0];
            return Path.GetExtension(path).ToLowerInvariant() is ".dll" or ".exe" ? Path.ChangeExtension(path, null) : path;
        }
    }

    /// <summary>Whether the program runs a start-up hook. One that is compiled ahead of time or trimmed does not.</summary>
    public bool TakesHooks { get; init; } = true;

    /// <summary>Whether an earlier publish of the same sources was used.</summary>
    public required bool WasCached { get; init; }

    /// <summary>The command that starts the program of a published folder.</summary>
    /// <param name="assembly">The program's name, without an extension.</param>
    /// <param name="selfContained">Whether the runtime is in the folder.</param>
    /// <param name="dotnet">The command that runs it on an installed runtime.</param>
    /// <returns>Null when the folder holds no such program.</returns>
    internal static ImmutableArray<string>? CommandIn(string folder, string assembly, bool selfContained, string dotnet)
    {
        var managed = Path.Combine(folder, assembly + ".dll");
        if (!selfContained && File.Exists(managed)) return [dotnet, managed];
        // Self-contained programs, single files and programs compiled ahead of time start by their executable.
        var executable = Path.Combine(folder, OperatingSystem.IsWindows() ? assembly + ".exe" : assembly);
        return File.Exists(executable) ? [executable] : null;
    }

    /// <summary>A switch of a program's runtime configuration; null where the file or the switch is missing.</summary>
    internal bool? ReadSwitch(string name)
    {
        var file = AssemblyPath + ".runtimeconfig.json";
        if (!File.Exists(file)) return null;
        using var document = JsonDocument.Parse(File.ReadAllBytes(file));
        return document.RootElement.GetProperty("runtimeOptions").TryGetProperty("configProperties", out var properties)
            && properties.TryGetProperty(name, out var value) && value.ValueKind is JsonValueKind.True or JsonValueKind.False
            ? value.GetBoolean() : null;
    }
}
