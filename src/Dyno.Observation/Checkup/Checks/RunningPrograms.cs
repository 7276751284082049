using Dyno.Observation.Processes;

namespace Dyno.Observation.Checkup;

/// <summary>Names of the programs that run on this machine.</summary>
internal static class RunningPrograms
{
    /// <summary>The given names that running programs have, compared by the beginning: the kernel keeps 15 characters of a name.</summary>
    public static IReadOnlyList<string> Among(HostFiles files, IReadOnlyCollection<string> names)
    {
        var running = files.Numbers("proc").Select(id => ProcessStat.Parse(files.Read($"proc/{id}/stat"))?.Name).OfType<string>().ToHashSet(StringComparer.Ordinal);
        return [.. running.Where(name => names.Any(wanted => name.StartsWith(wanted, StringComparison.OrdinalIgnoreCase))).Order(StringComparer.Ordinal)];
    }
}
