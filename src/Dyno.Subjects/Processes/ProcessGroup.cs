using System.Globalization;

namespace Dyno.Subjects.Processes;

/// <summary>The processes of a group, from /proc. Linux only.</summary>
internal static class ProcessGroup
{
    private const int GroupField = 2;

    /// <summary>Ids of the processes that are in the group now.</summary>
    public static IEnumerable<int> Members(int group) => Directory.EnumerateDirectories("/proc")
        .Select(folder => int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : 0)
        .Where(id => id > 0 && GroupOf(id) == group)
        .ToList();

    private static int? GroupOf(int processId)
    {
        try
        {
            // "pid (name) state parent group …", where the name may hold blanks and parentheses (man 5 proc).
            var stat = File.ReadAllText($"/proc/{processId}/stat");
            var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            return int.Parse(fields[GroupField], CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null; // the process has ended
        }
    }
}
