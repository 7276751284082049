namespace Dyno.Scenarios;

/// <summary>One run from registered scenarios to their figures.</summary>
internal static class Session
{
    /// <summary>Runs the scenarios.</summary>
    /// <exception cref="UserFault">The load cannot run; nothing was sent.</exception>
    public static async Task<NodeStats> RunAsync(
        ImmutableArray<ScenarioProps> registered, SessionSettings settings, SessionHost host, CancellationToken cancellationToken)
    {
        var scenarios = Chosen(registered, settings);
        var sessionId = settings.SessionId ?? RunId.At(TimeProvider.System.GetUtcNow());
        var testInfo = new TestInfo(sessionId, settings.TestSuite ?? "", settings.TestName ?? scenarios.FirstOrDefault()?.ScenarioName ?? "");
        var run = new SessionRun(testInfo, host.Signals, host.Log);
        var plan = new ScenarioPlans(scenarios, settings).Build(run);
        if (TrialShape.Parse(Environment.GetEnvironmentVariable(TrialShape.Variable)) is { } shape) plan = shape.ApplyTo(plan);
        PlanNote.LeaveWhereAsked(plan);
        using var stop = cancellationToken.Register(host.Signals.Stop);
        using var sinks = new SinkReporter(settings.Sinks, settings.ReportingInterval, [.. scenarios.Select(s => s.ScenarioName)], host.Log);
        HttpUse.Current = run.HttpUse;
        try
        {
            var thresholds = new CodeThresholds(scenarios);
            await sinks.BeginAsync(testInfo);
            var result = await RunPlanAsync(plan, scenarios, settings, run, host, thresholds, sinks);
            result = SessionVerdict.Complete(result, plan, thresholds, run);
            var files = ReportFiles.Write(result, settings, sessionId);
            var stats = new NodeStats(result, testInfo, run.NodeInfo, files) { Metrics = run.Metrics.Read() };
            await sinks.EndAsync(stats);
            return stats;
        }
        finally
        {
            HttpUse.Current = null;
        }
    }

    private static async Task<RunResult> RunPlanAsync(
        TestPlan plan, ImmutableArray<ScenarioProps> scenarios, SessionSettings settings, SessionRun run, SessionHost host,
        CodeThresholds thresholds, SinkReporter sinks)
    {
        var commit = await GitRevision.DescribeAsync(Environment.CurrentDirectory, host.Signals.Stopping);
        var target = settings.Target ?? LoadTarget.OfDyno();
        var areLive = thresholds.AreLive && host.Share is null;
        if (thresholds.AreLive && !areLive) host.Share?.Warn("each agent judges conditions in code on its own share, at the end: they cannot end the run early");
        _ = target?.Ended.ContinueWith(_ => FailWhenEnded(target, run), TaskScheduler.Default);
        var options = new RunnerOptions
        {
            Signals = host.Signals,
            Listeners = host.Listeners,
            Machine = new MachineProbe(target?.ProcessId is { } server ? [server, .. host.Company] : host.Company, commit),
            Server = new PhaseMark(run, target?.CreateProbe(), Environment.GetEnvironmentVariable(ProgramHost.ResultsVariable)),
            Subject = target?.Record(),
            ShouldAbort = areLive || sinks.HasSinks ? soFar => Look(soFar, areLive ? thresholds : null, sinks) : null,
            SetUp = cancellation => InitAsync(scenarios, settings, run, cancellation),
            TearDown = cancellation => CleanAsync(scenarios, settings, run, cancellation),
        };
        var result = await Runner.RunAsync(plan, host.Share?.With(options, plan) ?? options);
        host.Share?.RunIsOver();
        return target?.Record() is { } record ? result with { Subject = record } : result;
    }

    private static bool Look(PhaseResult soFar, CodeThresholds? live, SinkReporter sinks)
    {
        sinks.Offer(soFar);
        return live?.ShouldAbort(soFar) == true;
    }

    // A program that has ended will not come back: the rest of the load would measure refused connections.
    private static void FailWhenEnded(LoadTarget target, SessionRun run)
    {
        if (target.EndedByItself is { } code) run.Fail($"the program under test ended by itself with exit code {code}");
    }

    private static async Task InitAsync(ImmutableArray<ScenarioProps> scenarios, SessionSettings settings, SessionRun run, CancellationToken cancellation)
    {
        run.Operation = ScenarioOperation.Init;
        foreach (var props in scenarios.Where(s => s.Init is not null)) await props.Init!(Context(props, settings, run, cancellation));
        run.Operation = ScenarioOperation.WarmUp;
    }

    private static async Task CleanAsync(ImmutableArray<ScenarioProps> scenarios, SessionSettings settings, SessionRun run, CancellationToken cancellation)
    {
        run.Operation = ScenarioOperation.Clean;
        foreach (var props in scenarios.Where(s => s.Clean is not null)) await props.Clean!(Context(props, settings, run, cancellation));
    }

    private static InitContext Context(ScenarioProps props, SessionSettings settings, SessionRun run, CancellationToken cancellation) => new(
        run.TestInfo,
        new ScenarioInfo(props.ScenarioName, 0, TimeSpan.Zero) { ScenarioOperation = run.Operation },
        run.NodeInfo,
        settings.CustomSettings.GetValueOrDefault(props.ScenarioName),
        settings.GlobalCustomSettings,
        cancellation)
    {
        Run = run,
        ScenarioPartition = PartitionOf(settings.Segment.Stripe),
    };

    // With equal shares, each share has one place of the cycle.
    private static ScenarioPartition PartitionOf(WorkStripe stripe) => stripe.PerCycle == 1 ? new(stripe.Offsets[0] + 1, stripe.Cycle) : new(1, 1);

    private static ImmutableArray<ScenarioProps> Chosen(ImmutableArray<ScenarioProps> registered, SessionSettings settings)
    {
        if (registered.Length == 0) throw new UserFault("no scenario is registered", "call DynoRunner.RegisterScenarios with at least one");
        if (settings.TargetScenarios.Length == 0) return registered;
        var unknown = settings.TargetScenarios.Where(name => registered.All(s => s.ScenarioName != name)).ToList();
        if (unknown.Count > 0)
            throw new UserFault($"no scenario has the name {string.Join(" or ", unknown.Select(n => $"'{n}'"))}",
                $"the scenarios are: {string.Join(", ", registered.Select(s => s.ScenarioName))}");
        return [.. registered.Where(s => settings.Runs(s.ScenarioName))];
    }

    private sealed record InitContext(TestInfo TestInfo, ScenarioInfo ScenarioInfo, NodeInfo NodeInfo,
        JsonElement CustomSettings, JsonElement GlobalCustomSettings, CancellationToken ScenarioCancellationToken) : IScenarioInitContext
    {
        public required SessionRun Run { get; init; }

        public ScenarioLogger Logger => Run.Logger;

        public required ScenarioPartition ScenarioPartition { get; init; }

        public void RegisterMetric(CustomMetric metric) => Run.Metrics.Add(metric);
    }
}
