using Dyno.Observation.Processes;

namespace Dyno.Observation.Checkup;

/// <summary>Names of the programs that run here.</summary>
internal static class RunningPrograms
{
    /// <summary>Which of these run, by the beginning of their name; the kernel keeps 15 characters of it.</summary>
    public static IReadOnlyList<string> Among(HostFiles files, IReadOnlyCollection<string> names)
    {
        var running = files.Numbers("proc").Select(id => ProcessStat.Parse(files.Read($"proc/{id}/stat"))?.Name).OfType<string>().ToHashSet(StringComparer.Ordinal);
        return [.. running.Where(name => names.Any(wanted => name.StartsWith(wanted, StringComparison.OrdinalIgnoreCase))).Order(StringComparer.Ordinal)];
    }
}
