namespace Dyno.Load;

/// <summary>
/// The verdict of the health rules as if the measurement ended now. It is judged only every few seconds, because each judgement computes
/// the figures of the whole phase.
/// </summary>
internal sealed class LiveHealth(TestPlan plan, RunnerOptions options, ServerWatch server)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(4);
    private TimeSpan _lookedAt = -Interval;
    private HealthRecord? _last;

    // The machine is examined only after the run, so the rules about the machine find nothing in this record.
    private static readonly EnvironmentRecord Machine = new()
    {
        OperatingSystem = RuntimeInformation.OSDescription,
        Architecture = RuntimeInformation.ProcessArchitecture.ToString(),
        LogicalCpus = Environment.ProcessorCount,
    };

    public HealthRecord? Look(RunSnapshot snapshot, Func<FinishedPhase> soFar)
    {
        var isEnding = snapshot.Phase == RunPhase.Drain; // the last look is judged, too
        if (snapshot.Requests == 0 || (!isEnding && snapshot.Elapsed - _lookedAt < Interval)) return _last;
        _lookedAt = snapshot.Elapsed;
        var phase = soFar();
        var measured = new PhaseResultBuilder(phase).Build();
        return _last = HealthJudge.Judge(EvidenceBuilder.Of(plan, phase, measured, Machine, Seen(server.Latest), options), plan.HealthLimits);
    }

    private static ServerObservation? Seen(ServerMoment? latest) => latest is not { CpuCores: { } busy, AvailableCpus: { } cpus } ? null : new ServerObservation
    {
        ProcessId = 0,
        CpuSeconds = 0,
        CpuMicrosPerRequest = 0,
        CpuCores = busy,
        AvailableCpus = cpus,
        MeanWorkingSetBytes = latest.WorkingSetBytes ?? 0,
        PeakWorkingSetBytes = latest.WorkingSetBytes ?? 0,
        MaxThreads = latest.Threads ?? 0,
    };
}
