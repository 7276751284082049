[assembly: AssemblyFixture(typeof(Dyno.Subjects.Tests.Workspace))]

namespace Dyno.Subjects.Tests;

/// <summary>
/// Folders for the tests of this suite, removed at the end, and the programs that they share with other suites.
/// </summary>
public sealed class Workspace : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dyno-subjects-");

    public static string Hello { get; } = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello");

    /// <summary>The moody program, shared and never changed; a test that changes it takes <see cref="CopyOfMoody"/>.</summary>
    public string Moody { get; } = SharedPrograms.Moody;

    /// <summary>The state folder, shared with other suites.</summary>
    public string State { get; } = SharedPrograms.Published;

    /// <summary>Options for the moody program in one of its moods.</summary>
    public SubjectOptions InMood(string mood, params (string Name, string Value)[] variables)
    {
        var options = new SubjectOptions { Project = Moody, StateFolder = State };
        var environment = options.Environment.Add("MOOD", mood);
        foreach (var (name, value) in variables) environment = environment.SetItem(name, value);
        return options with { Environment = environment };
    }

    public string NewFolder(string name) => Directory.CreateDirectory(Path.Combine(_root.FullName, name)).FullName;

    public string CopyOfMoody(string name) => CopyOf("Moody", name);

    /// <summary>A copy of one of the programs, in a new folder.</summary>
    public string CopyOf(string program, string name)
    {
        var folder = NewFolder(name);
        var source = Path.Combine(RepositoryRoot.Path, "test", "Dyno.Subjects.Tests", "Programs", program);
        foreach (var file in Directory.EnumerateFiles(source, "*", SearchOption.AllDirectories))
        {
            var copy = Path.Combine(folder, Path.GetRelativePath(source, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
        return folder;
    }

    public void Dispose() => _root.Delete(recursive: true);
}
