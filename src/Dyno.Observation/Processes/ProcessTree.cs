namespace Dyno.Observation;

/// <summary>A process and its descendants that still run.</summary>
internal static class ProcessTree
{
    /// <summary>The process first, then its descendants; empty when the process has ended.</summary>
    public static IReadOnlyList<(int Id, ProcessStat Stat)> Read(HostFiles files, int processId)
    {
        var tree = new List<(int, ProcessStat)>();
        var open = new Queue<int>([processId]);
        while (open.TryDequeue(out var id))
        {
            if (ProcessStat.Parse(files.Read($"proc/{id}/stat")) is not { } stat) continue;
            tree.Add((id, stat));
            foreach (var child in Children(files, id)) open.Enqueue(child);
        }

        return tree;
    }

    // The kernel lists children by the thread that started them; a kernel without these lists shows no children.
    private static IEnumerable<int> Children(HostFiles files, int processId) => files.Numbers($"proc/{processId}/task")
        .SelectMany(thread => (files.Read($"proc/{processId}/task/{thread}/children") ?? "")
            .Split(' ', StringSplitOptions.RemoveEmptyEntries))
        .Select(id => int.Parse(id, CultureInfo.InvariantCulture));
}
