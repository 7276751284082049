using System.Collections.Immutable;
using System.Text.Json;

namespace Dyno.Subjects.Publishing;

/// <summary>A program that lies ready to be started.</summary>
public sealed record PublishedSubject
{
    /// <summary>The project as the user gave it.</summary>
    public required string Source { get; init; }

    /// <summary>The project's name.</summary>
    public required string Name { get; init; }

    /// <summary>Absolute path of the project's folder.</summary>
    public required string ProjectFolder { get; init; }

    /// <summary>Target framework, e.g. <c>net10.0</c>.</summary>
    public required string Framework { get; init; }

    /// <summary>Whether the runtime is part of the publish.</summary>
    public required bool SelfContained { get; init; }

    /// <summary>Absolute path of the folder that was published to; the program runs in it.</summary>
    public required string Folder { get; init; }

    /// <summary>The executable and its first arguments; the subject's own come after them.</summary>
    public required ImmutableArray<string> Command { get; init; }

    /// <summary>Whether its runtime configuration asks for the server GC.</summary>
    public required bool AsksForServerGc { get; init; }

    /// <summary>Whether an earlier publish of the same sources was used.</summary>
    public required bool WasCached { get; init; }

    /// <summary>Looks at a published folder.</summary>
    /// <exception cref="SubjectException">It holds no program.</exception>
    internal static PublishedSubject Read(string source, string projectFile, string framework, bool selfContained, string folder,
        string dotnet, bool cached)
    {
        var name = ProgramIn(folder) ?? throw new SubjectException(SubjectFault.DidNotBuild,
            $"the publish of {source} holds no program", "its OutputType must be Exe");
        var executable = Path.Combine(folder, OperatingSystem.IsWindows() ? name + ".exe" : name);
        return new PublishedSubject
        {
            Source = source,
            Name = Path.GetFileNameWithoutExtension(projectFile),
            ProjectFolder = Path.GetDirectoryName(projectFile)!,
            Framework = framework,
            SelfContained = selfContained,
            Folder = folder,
            Command = selfContained ? [executable] : [dotnet, Path.Combine(folder, name + ".dll")],
            AsksForServerGc = ReadServerGc(Path.Combine(folder, name + ".runtimeconfig.json")),
            WasCached = cached,
        };
    }

    private static string? ProgramIn(string folder)
    {
        const string Suffix = ".runtimeconfig.json";
        var programs = Directory.EnumerateFiles(folder, "*" + Suffix)
            .Select(file => Path.GetFileName(file)[..^Suffix.Length])
            .Where(name => File.Exists(Path.Combine(folder, name + ".dll")))
            .ToList();
        return programs is [var only] ? only : null;
    }

    private static bool ReadServerGc(string runtimeConfiguration)
    {
        using var document = JsonDocument.Parse(File.ReadAllBytes(runtimeConfiguration));
        return document.RootElement.GetProperty("runtimeOptions").TryGetProperty("configProperties", out var properties)
            && properties.TryGetProperty("System.GC.Server", out var server)
            && server.ValueKind is JsonValueKind.True;
    }
}
