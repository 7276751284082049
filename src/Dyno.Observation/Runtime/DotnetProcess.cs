using Dyno.Observation.Processes;

namespace Dyno.Observation.Runtime;

/// <summary>
/// Finds the .NET process among a process and its descendants by its diagnostics socket. The runtime creates the socket in the process's own
/// folder for temporary files, which TMPDIR names. The diagnostics client could list all such processes, but fails at processes whose
/// environment it may not read.
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
            if (FoldersOf(files, id).Any(folder => HasSocket(folder, id))) return (id, null);
        return (null, tree.Select(id => WhyNot(files, id)).FirstOrDefault(why => why is not null));
    }

    private static IEnumerable<string> FoldersOf(HostFiles files, int id) =>
        VariableOf(files, id, "TMPDIR") is { Length: > 0 } own ? [own, Path.GetTempPath()] : ["/tmp", Path.GetTempPath()];

    private static bool HasSocket(string folder, int id) =>
        Directory.Exists(folder) && Directory.EnumerateFiles(folder, $"dotnet-diagnostic-{id}-*-socket").Any();

    private static string? WhyNot(HostFiles files, int id)
    {
        if (Switches.FirstOrDefault(name => VariableOf(files, id, name) == "0") is { } off) return $"its environment switches diagnostics off ({off}=0)";
        if (files.Read($"proc/{id}/maps")?.Contains(Runtime, StringComparison.Ordinal) != true) return null;
        return $"its diagnostics socket is not in {FoldersOf(files, id).First()}: diagnostics are switched off, or the folder is not visible here";
    }

    private static string? VariableOf(HostFiles files, int id, string name) => (files.Read($"proc/{id}/environ") ?? "").Split('\0')
        .Where(entry => entry.StartsWith(name + "=", StringComparison.Ordinal)).Select(entry => entry[(name.Length + 1)..]).FirstOrDefault();
}
