namespace Dyno.Load;

/// <summary>Collects the parts of a result during the run. The result can be built even when parts are missing.</summary>
internal sealed class ResultBuilder(TestPlan plan, RunnerOptions options, WorkerFleet fleet)
{
    private readonly MachineWatch _machine = new(options.Machine);
    private DateTimeOffset _startedAt;
    private RunOutcome _outcome;
    private string? _reason;
    private FinishedPhase? _warmUp;
    private FinishedPhase? _measured;
    private GeneratorRecord? _generator;
    private ServerObservation? _server;

    public void Began()
    {
        _machine.Begin();
        _startedAt = fleet.Clock.UtcNow;
    }

    public void WarmedUp(FinishedPhase phase)
    {
        _warmUp = phase;
        if (phase.EndedEarly) Settle();
    }

    public void Measured(FinishedPhase phase, GeneratorRecord generator, ServerObservation? server)
    {
        (_measured, _generator, _server) = (phase, generator, server);
        if (phase.EndedEarly) Settle();
    }

    /// <summary>The measurement did not begin: the run was stopped before it, or the set-up failed.</summary>
    public void NotMeasured() => Settle();

    public void TearDownFailed(string message)
    {
        if (_outcome == RunOutcome.Completed) (_outcome, _reason) = (RunOutcome.Failed, $"teardown failed: {message}");
    }

    /// <summary>The result with all secrets masked. Reports, outputs and files are all made from this result.</summary>
    public RunResult Build() => RunResultJson.Redact(Whole());

    private RunResult Whole()
    {
        var phase = _measured ?? new PhaseRun(RunPhase.Measure, plan, options, fleet, new ServerWatch(null)).Skip();
        var measured = new PhaseResultBuilder(phase, options.Metrics).Build();
        var environment = EnvironmentOf();
        var thresholds = ThresholdRecords.Of(phase.Thresholds);
        return FigureThresholds.Judged(new RunResult
        {
            Id = RunId.At(_startedAt),
            StartedAt = _warmUp?.StartedAt ?? _measured?.StartedAt ?? _startedAt,
            EndedAt = _measured?.EndedAt ?? fleet.Clock.UtcNow,
            Tool = ToolRecords.Current,
            Outcome = _outcome,
            OutcomeReason = _outcome == RunOutcome.ThresholdAborted ? ThresholdRecords.ReasonOf(thresholds) : _reason,
            Plan = PlanRecords.Of(plan, measured),
            Environment = environment,
            Subject = options.Subject,
            WarmUp = _warmUp is null ? null : new PhaseResultBuilder(_warmUp).Build(),
            Measured = measured,
            Generator = _generator ?? GeneratorUsage.Begin().End(phase, options),
            Server = _server,
            Health = HealthJudge.Judge(EvidenceBuilder.Of(plan, phase, measured, environment, _server, options), plan.HealthLimits),
            Thresholds = thresholds,
        });
    }

    private EnvironmentRecord EnvironmentOf()
    {
        var protocols = plan.Scenarios.SelectMany(s => s.Workload.NegotiatedProtocols).Distinct();
        return _machine.End() with { NegotiatedProtocols = [.. protocols] };
    }

    /// <summary>Fixes the outcome when the load has ended. A later signal changes nothing.</summary>
    private void Settle()
    {
        if (_outcome != RunOutcome.Completed) return;
        var signals = options.Signals;
        _reason = signals.Failure;
        _outcome = signals.Failure is not null ? RunOutcome.Failed
            : signals.IsAborting ? RunOutcome.Aborted
            : _measured is { ThresholdCrossed: true } ? RunOutcome.ThresholdAborted
            : RunOutcome.Interrupted;
        _reason ??= signals.IsAborting ? "aborted by the user" : "stopped by the user";
    }
}
