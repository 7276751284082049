namespace Dyno.Bench;

/// <summary>A folder that is deleted on disposal.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("dyno-bench-").FullName;

    public string FileOf(string name) => System.IO.Path.Combine(Path, name);

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
