namespace Dyno.Observation;

/// <summary>The limits of the control groups around a process: the narrowest limit on the way from its group up to the root.</summary>
/// <param name="Cpus">Limit of CPU time, in CPUs; null without a limit.</param>
/// <param name="MemoryBytes">Limit of memory, in bytes; null without a limit.</param>
internal readonly record struct CgroupLimits(double? Cpus, long? MemoryBytes)
{
    // Version 1 writes "no limit" as the largest multiple of the page size.
    private const long Boundless = 1L << 60;

    /// <summary>Reads both versions of the interface (Documentation/admin-guide/cgroup-v2.rst and cgroup-v1).</summary>
    public static CgroupLimits Read(HostFiles files, string process = "self")
    {
        double? cpus = null;
        long? memory = null;
        foreach (var line in (files.Read($"proc/{process}/cgroup") ?? "").Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            // "id:controllers:path"; version 2 has the id 0 and no controllers.
            if (line.Split(':', 3) is not [_, var controllers, var path]) continue;
            var names = controllers.Split(',');
            foreach (var group in Upwards(path))
            {
                if (controllers.Length == 0)
                {
                    cpus = Narrower(cpus, CpuMax(files.ReadValue($"sys/fs/cgroup{group}/cpu.max")));
                    memory = Narrower(memory, Bytes(files.ReadValue($"sys/fs/cgroup{group}/memory.max")));
                }
                else if (names.Contains("cpu"))
                {
                    cpus = Narrower(cpus, Quota(files, $"sys/fs/cgroup/cpu{group}"));
                }
                else if (names.Contains("memory"))
                {
                    memory = Narrower(memory, Bytes(files.ReadValue($"sys/fs/cgroup/memory{group}/memory.limit_in_bytes")));
                }
            }
        }

        return new CgroupLimits(cpus, memory);
    }

    // The path and its parents: for "/a/b" these are "/a/b", "/a" and "". In a container the path may be one of the host, and only the root
    // of it exists here.
    private static IEnumerable<string> Upwards(string path)
    {
        for (var group = path.TrimEnd('/'); group.Length > 0; group = group[..group.LastIndexOf('/')])
            yield return group;
        yield return "";
    }

    private static double? CpuMax(string? text) => text?.Split(' ') is [var quota, var period] ? Ratio(quota, period) : null;

    private static double? Quota(HostFiles files, string folder) =>
        Ratio(files.ReadValue($"{folder}/cpu.cfs_quota_us"), files.ReadValue($"{folder}/cpu.cfs_period_us"));

    private static double? Ratio(string? quota, string? period) =>
        Number(quota) is > 0 and var allowed && Number(period) is > 0 and var each ? (double)allowed / each : null;

    private static long? Bytes(string? text) => Number(text) is >= 0 and < Boundless and var bytes ? bytes : null;

    private static long? Number(string? text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static T? Narrower<T>(T? one, T? other) where T : struct, IComparable<T> =>
        one is null || (other is { } value && value.CompareTo(one.Value) < 0) ? other : one;
}
