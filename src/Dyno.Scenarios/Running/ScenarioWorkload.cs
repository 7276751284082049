namespace Dyno.Scenarios;

/// <summary>A scenario as the load engine sees it.</summary>
internal sealed class ScenarioWorkload : IWorkload
{
    private long _failed;
    private int _users = -1;
    private int _wholeStep = -1;

    public ScenarioWorkload(ScenarioProps props, SessionRun run, TimeSpan duration, int maxUsers)
    {
        Props = props;
        Run = run;
        Duration = duration;
        Blocking = new BlockingCode(maxUsers, props.Code);
    }

    public ScenarioProps Props { get; }

    public SessionRun Run { get; }

    public TimeSpan Duration { get; }

    public ScenarioSteps Steps { get; } = new();

    public BlockingCode Blocking { get; }

    public string Driver => "csharp";

    ImmutableArray<StepRecord> IWorkload.Steps => Steps.Records;

    public ImmutableArray<string> Checks => [];

    public ImmutableArray<string> NegotiatedProtocols => [.. Run.HttpUse.Protocols];

    /// <summary>The row for iterations without steps; the first such iteration adds it.</summary>
    public int WholeStep => _wholeStep >= 0 ? _wholeStep : _wholeStep = Steps.IndexOf(Props.ScenarioName);

    public Task PrepareAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public IWorker CreateWorker(WorkerContext context) => new AsyncWorker(context, _ =>
        new ScenarioUser(this, new ScenarioContext(this, Interlocked.Increment(ref _users), context.Seed)));

    /// <summary>Counts a failed iteration of the measurement. Too many failed iterations stop the run.</summary>
    public void IterationFailed()
    {
        if (Run.Operation != ScenarioOperation.Bombing) return;
        if (Interlocked.Increment(ref _failed) == MostFailures) Run.Fail(TooManyFailures());
    }

    private int MostFailures => Props.MaxFailCount ?? ScenarioProps.DefaultMaxFailCount;

    private string TooManyFailures()
    {
        var times = FigureText.Count(MostFailures, "time");
        return $"scenario '{Props.ScenarioName}' has failed {times}, " + (Props.MaxFailCount is null
            ? "which ends a run without WithMaxFailCount: write .WithMaxFailCount(int.MaxValue) to continue despite failures"
            : "the limit that its MaxFailCount sets: write a higher limit to continue");
    }
}
