namespace Dyno.Observation.Tests;

/// <summary>A folder that plays the root of a machine: files are written and changed as the kernel would.</summary>
internal sealed class HostFolder : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dyno-host-");

    public HostFolder() => Files = new HostFiles(_root.FullName);

    public HostFiles Files { get; }

    public HostFolder With(string path, string text)
    {
        var file = Path.Combine(_root.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
        return this;
    }

    public HostFolder WithLink(string path, string target)
    {
        var file = Path.Combine(_root.FullName, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.CreateSymbolicLink(file, target);
        return this;
    }

    /// <summary>A process with one thread and the given children.</summary>
    public HostFolder WithProcess(int id, int parent, long userTicks, long systemTicks = 0, long reapedTicks = 0, int threads = 1,
        long pages = 0, string name = "server", string children = "", long startTicks = 100) => With($"proc/{id}/stat",
            $"{id} ({name}) S {parent} {id} {id} 0 -1 4194304 1 2 3 4 {userTicks} {systemTicks} {reapedTicks} 0 20 0 {threads} 0 {startTicks} 999 {pages} 18446744073709551615 1\n")
        .With($"proc/{id}/task/{id}/children", children);

    public void Remove(string path) => Directory.Delete(Path.Combine(_root.FullName, path), recursive: true);

    public void Dispose() => _root.Delete(recursive: true);
}
