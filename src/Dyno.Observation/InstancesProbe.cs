namespace Dyno.Observation;

/// <summary>Observes several instances of one program as one server, with a probe for each: their sums, and the figures of each instance.</summary>
/// <param name="instances">The address of each instance and its probe; at least one.</param>
public sealed class InstancesProbe(ImmutableArray<(string Url, ServerProbe Probe)> instances) : IServerProbe
{
    public long? MethodsCompiled => SumOrNull([.. instances.Select(i => i.Probe.MethodsCompiled)]);

    public void Begin()
    {
        foreach (var (_, probe) in instances) probe.Begin();
    }

    public void Sample(TimeSpan sinceBegin)
    {
        foreach (var (_, probe) in instances) probe.Sample(sinceBegin);
    }

    public ValueTask<ServerObservation?> EndAsync(long requests) => new(End(requests));

    /// <summary>Ends the measurement.</summary>
    /// <param name="requests">Requests completed in the measurement.</param>
    /// <returns>The observation; null when the process could not be read.</returns>
    public ServerObservation? End(long requests)
    {
        var seen = instances.Select(i => (i.Url, Server: i.Probe.End(requests))).ToList(); // every probe ends, even when another one has no observation
        return seen.Any(s => s.Server is null) ? null : Sum([.. seen.Select(s => (s.Url, s.Server!))]);
    }

    /// <summary>The sums over instances that ran at the same time.</summary>
    internal static ServerObservation Sum(ImmutableArray<(string Url, ServerObservation Server)> seen)
    {
        var all = seen.Select(s => s.Server).ToList();
        return all[0] with
        {
            CpuSeconds = all.Sum(s => s.CpuSeconds),
            CpuMicrosPerRequest = all.Sum(s => s.CpuMicrosPerRequest), // each divides by all requests, so the values can be added
            CpuCores = all.Sum(s => s.CpuCores),
            MeanWorkingSetBytes = all.Sum(s => s.MeanWorkingSetBytes),
            PeakWorkingSetBytes = all.Sum(s => s.PeakWorkingSetBytes),
            WorkingSetBeforeBytes = SumOrNull([.. all.Select(s => s.WorkingSetBeforeBytes)]),
            MaxThreads = all.Sum(s => s.MaxThreads),
            VoluntaryContextSwitches = SumOrNull([.. all.Select(s => s.VoluntaryContextSwitches)]),
            InvoluntaryContextSwitches = SumOrNull([.. all.Select(s => s.InvoluntaryContextSwitches)]),
            ReadBytes = SumOrNull([.. all.Select(s => s.ReadBytes)]),
            WrittenBytes = SumOrNull([.. all.Select(s => s.WrittenBytes)]),
            MaxProcesses = all.Sum(s => s.MaxProcesses),
            Runtime = null,
            RuntimeMissing = all.Select(s => s.RuntimeMissing).FirstOrDefault(why => why is not null),
            Series = [.. Enumerable.Range(0, all.Min(s => s.Series.Length)).Select(i => SumAt(all, i))],
            Instances = [.. seen.Select(s => new InstanceObservation
            {
                Url = s.Url,
                ProcessId = s.Server.ProcessId,
                CpuCores = s.Server.CpuCores,
                MeanWorkingSetBytes = s.Server.MeanWorkingSetBytes,
                PeakWorkingSetBytes = s.Server.PeakWorkingSetBytes,
            })],
        };
    }

    // A figure that one instance does not have is unknown for all.
    private static long? SumOrNull(long?[] figures) => figures.Contains(null) ? null : figures.Sum();

    private static ServerPoint SumAt(List<ServerObservation> all, int i) => all[0].Series[i] with
    {
        CpuCores = all.Sum(s => s.Series[i].CpuCores),
        WorkingSetBytes = all.Sum(s => s.Series[i].WorkingSetBytes),
        Threads = all.Sum(s => s.Series[i].Threads),
    };
}
