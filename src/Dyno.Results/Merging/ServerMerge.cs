namespace Dyno.Results;

/// <summary>A process as one run saw it, with the length and the requests of the run's measurement.</summary>
/// <param name="Seconds">Length of the measurement, in seconds.</param>
/// <param name="Requests">Requests that the generator completed.</param>
internal readonly record struct SeenProcess(ServerObservation Process, double Seconds, long Requests);

/// <summary>Merges processes that ran one after the other: sums, peaks, means weighted by time, and the series one after the other.</summary>
internal static class ServerMerge
{
    public static ServerObservation Of(IReadOnlyList<SeenProcess> seen)
    {
        var all = seen.Select(s => s.Process).ToList();
        var seconds = seen.Sum(s => s.Seconds);
        var requests = seen.Sum(s => s.Requests);
        var cpuSeconds = all.Sum(p => p.CpuSeconds);
        return new ServerObservation
        {
            ProcessId = all[0].ProcessId,
            CpuSeconds = cpuSeconds,
            CpuMicrosPerRequest = requests == 0 ? 0 : cpuSeconds * 1e6 / requests,
            CpuCores = seconds > 0 ? cpuSeconds / seconds : 0,
            AvailableCpus = all.Max(p => p.AvailableCpus),
            MeanWorkingSetBytes = (long)(seen.Sum(s => s.Process.MeanWorkingSetBytes * s.Seconds) / Math.Max(seconds, 1e-9)),
            PeakWorkingSetBytes = all.Max(p => p.PeakWorkingSetBytes),
            WorkingSetBeforeBytes = all[0].WorkingSetBeforeBytes,
            WorkingSetAfterBytes = all[^1].WorkingSetAfterBytes, // after the last run
            MaxThreads = all.Max(p => p.MaxThreads),
            VoluntaryContextSwitches = all.Sum(p => p.VoluntaryContextSwitches),
            InvoluntaryContextSwitches = all.Sum(p => p.InvoluntaryContextSwitches),
            CpuWaitSeconds = all.Sum(p => p.CpuWaitSeconds),
            CpuPeriods = all.Sum(p => p.CpuPeriods),
            ThrottledPeriods = all.Sum(p => p.ThrottledPeriods),
            ThrottledSeconds = all.Sum(p => p.ThrottledSeconds),
            ProcessName = all[0].ProcessName,
            ForwardedBy = all[0].ForwardedBy,
            IsDebugBuild = all.Exists(p => p.IsDebugBuild),
            RuntimeMissing = all.Select(p => p.RuntimeMissing).FirstOrDefault(why => why is not null),
            Source = all[0].Source,
            Missing = [.. all.SelectMany(p => p.Missing).Distinct()],
            SourceNotes = [.. all.SelectMany(p => p.SourceNotes).Distinct()],
            ReadBytes = all.Sum(p => p.ReadBytes),
            WrittenBytes = all.Sum(p => p.WrittenBytes),
            MaxProcesses = all.Max(p => p.MaxProcesses),
            Runtime = RuntimeMerge.Of(seen),
            Series = PointMerge.Of(seen, p => p.Series, Mean, (p, at) => p with { Seconds = at }, p => p.Seconds),
        };
    }

    private static ServerPoint Mean(IReadOnlyCollection<ServerPoint> points) => new()
    {
        Seconds = points.Max(p => p.Seconds),
        CpuCores = points.Average(p => p.CpuCores),
        WorkingSetBytes = (long)points.Average(p => p.WorkingSetBytes),
        Threads = points.Max(p => p.Threads),
    };
}
