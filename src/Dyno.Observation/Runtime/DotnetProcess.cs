namespace Dyno.Observation;

/// <summary>
/// Finds the .NET process among a process and its descendants by its diagnostics socket. The runtime creates the socket in the process's own
/// folder for temporary files, which TMPDIR names, and a process of a container names it by the number that it has there. The diagnostics
/// client could list all such processes, but fails at processes whose environment it may not read.
/// </summary>
public static class DotnetProcess
{
    private const string Runtime = "libcoreclr.so";
    private static readonly string[] Switches = ["DOTNET_EnableDiagnostics", "DOTNET_EnableDiagnostics_IPC", "COMPlus_EnableDiagnostics"];

    /// <summary>The .NET process among a process of this machine and its descendants; null when none offers diagnostics.</summary>
    public static int? Find(int processId) => Find(HostFiles.Machine, processId).Id;

    /// <summary>The process to attach to; otherwise why there is none, or nothing at all when no process runs .NET.</summary>
    internal static (int? Id, string? Missing) Find(HostFiles files, int processId)
    {
        if (!OperatingSystem.IsLinux()) return (processId, null);
        var tree = ProcessTree.Read(files, processId).Select(p => p.Id).ToList();
        foreach (var id in tree)
            if (PlacesOf(files, id).Any(place => files.FileNames(place.Folder).Any(name => IsSocketOf(place.Id, name)))) return (id, null);
        return (null, tree.Select(id => WhyNot(files, id)).FirstOrDefault(why => why is not null));
    }

    // Where the socket may be, and the number in its name.
    private static (string Folder, int Id)[] PlacesOf(HostFiles files, int id)
    {
        var folder = VariableOf(files, id, "TMPDIR") is { Length: > 0 } own ? own : "/tmp";
        return InnerIdOf(files, id) is { } inner && inner != id ? [($"proc/{id}/root{folder}", inner)] : [(folder, id), (Path.GetTempPath(), id)];
    }

    // The number of a process in the innermost of its namespaces; null when the kernel does not say.
    private static int? InnerIdOf(HostFiles files, int id) => (files.Read($"proc/{id}/status") ?? "").Split('\n')
        .Where(line => line.StartsWith("NSpid:", StringComparison.Ordinal))
        .Select(line => int.TryParse(line.Split('\t')[^1], out var inner) ? inner : (int?)null).FirstOrDefault();

    private static bool IsSocketOf(int id, string name) =>
        name.StartsWith($"dotnet-diagnostic-{id}-", StringComparison.Ordinal) && name.EndsWith("-socket", StringComparison.Ordinal);

    private static string? WhyNot(HostFiles files, int id)
    {
        if (Switches.FirstOrDefault(name => VariableOf(files, id, name) == "0") is { } off) return $"its environment switches diagnostics off ({off}=0)";
        if (files.Read($"proc/{id}/maps")?.Contains(Runtime, StringComparison.Ordinal) != true) return null;
        return $"its diagnostics socket is not in {'/' + PlacesOf(files, id)[0].Folder.TrimStart('/')}: diagnostics are switched off, or the folder is not visible here";
    }

    private static string? VariableOf(HostFiles files, int id, string name) => (files.Read($"proc/{id}/environ") ?? "").Split('\0')
        .Where(entry => entry.StartsWith(name + "=", StringComparison.Ordinal)).Select(entry => entry[(name.Length + 1)..]).FirstOrDefault();
}
