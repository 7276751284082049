namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>A folder of its own for one test, and the environment Dyno gets there.</summary>
internal sealed class Workspace : IDisposable
{
    public string Folder { get; } = Directory.CreateTempSubdirectory("dyno-e2e-").FullName;

    public Dictionary<string, string> Environment { get; } = [];

    /// <summary>Absolute path of a file here.</summary>
    public string this[string name] => Path.Combine(Folder, name);

    /// <summary>The documents of the run store here.</summary>
    public string[] StoredRuns => Directory.Exists(this[".dyno/runs"]) ? Directory.GetFiles(this[".dyno/runs"], "*.json") : [];

    /// <summary>Uses what other tests have published, where links to folders need no right of their own.</summary>
    public void SharePrograms()
    {
        if (OperatingSystem.IsWindows()) return;
        Directory.CreateDirectory(this[".dyno"]);
        Directory.CreateSymbolicLink(this[".dyno/subjects"], SharedPrograms.Published);
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);
}
