namespace Dyno.Observation;

/// <summary>How often the control groups of a process used up their CPU time (cpu.stat of cgroup v2 and v1).</summary>
internal sealed class CpuThrottling
{
    private readonly List<(string File, long Periods, long Throttled, double Seconds)> _groups;

    private CpuThrottling(List<(string, long, long, double)> groups) => _groups = groups;

    /// <summary>Reads the counters now; empty where no group has a quota.</summary>
    public static CpuThrottling Read(HostFiles files, int processId)
    {
        var groups = new List<(string, long, long, double)>();
        foreach (var file in FilesOf(files, processId))
            if (files.Read(file) is { } text && Number(text, "nr_periods") is { } periods && Number(text, "nr_throttled") is { } throttled)
                groups.Add((file, periods, throttled, Number(text, "throttled_usec") / 1e6 ?? Number(text, "throttled_time") / 1e9 ?? 0));
        return new CpuThrottling(groups);
    }

    /// <summary>The figures since an earlier reading, for the group that was throttled most often; null where no group has a quota.</summary>
    public (long Periods, long Throttled, double Seconds)? Since(CpuThrottling before)
    {
        (long Periods, long Throttled, double Seconds)? most = null;
        foreach (var (file, periods, throttled, seconds) in _groups)
        {
            var then = before._groups.FirstOrDefault(g => g.File == file);
            if (then.File is null || periods <= then.Periods) continue; // a group without a quota has no periods
            var now = (periods - then.Periods, throttled - then.Throttled, seconds - then.Seconds);
            if (most is null || now.Item2 > most.Value.Throttled) most = now;
        }

        return most;
    }

    private static IEnumerable<string> FilesOf(HostFiles files, int processId)
    {
        foreach (var line in (files.Read($"proc/{processId}/cgroup") ?? "").Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (line.Split(':', 3) is not [_, var controllers, var path]) continue;
            var root = controllers.Length == 0 ? "sys/fs/cgroup" : controllers.Split(',').Contains("cpu") ? "sys/fs/cgroup/cpu" : null;
            if (root is null) continue;
            for (var group = path.TrimEnd('/'); group.Length > 0; group = group[..group.LastIndexOf('/')]) yield return $"{root}{group}/cpu.stat";
            yield return $"{root}/cpu.stat";
        }
    }

    private static long? Number(string text, string name)
    {
        foreach (var line in text.Split('\n'))
            if (line.StartsWith(name + " ", StringComparison.Ordinal)
                && long.TryParse(line.AsSpan(name.Length + 1).Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var number)) return number;
        return null;
    }
}
