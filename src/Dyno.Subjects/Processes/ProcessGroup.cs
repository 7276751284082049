namespace Dyno.Subjects;

/// <summary>The processes of a group, from /proc. Linux only.</summary>
internal static class ProcessGroup
{
    private const int ParentField = 1;
    private const int GroupField = 2;
    private const int StartField = 19;

    /// <summary>Ids of the processes that are in the group now.</summary>
    public static IEnumerable<int> Members(int group) => All().Where(id => Field(id, GroupField) == group).ToList();

    /// <summary>The children of a process and their children, each with its moment of start: also those in a group or session of their own.</summary>
    public static ImmutableArray<(int Id, long StartedAt)> Descendants(int processId)
    {
        var children = All().ToLookup(id => Field(id, ParentField));
        var found = ImmutableArray.CreateBuilder<(int, long)>();
        var next = new Queue<int>([processId]);
        while (next.TryDequeue(out var parent))
            foreach (var child in children[parent])
            {
                next.Enqueue(child);
                if (Field(child, StartField) is { } startedAt) found.Add((child, startedAt));
            }
        return found.ToImmutable();
    }

    /// <summary>Whether a process that was seen still exists: another one may have got its id.</summary>
    public static bool Exists((int Id, long StartedAt) seen) => Field(seen.Id, StartField) == seen.StartedAt;

    private static IEnumerable<int> All() => Directory.EnumerateDirectories("/proc")
        .Select(folder => int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : 0)
        .Where(id => id > 0);

    private static long? Field(int processId, int field)
    {
        try
        {
            // "pid (name) state parent group …", where the name may hold blanks and parentheses (man 5 proc).
            var stat = File.ReadAllText($"/proc/{processId}/stat");
            var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            return long.Parse(fields[field], CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null; // the process has ended
        }
    }
}
