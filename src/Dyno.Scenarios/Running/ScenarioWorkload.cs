using System.Collections.Immutable;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Runs;

namespace Dyno.Scenarios.Running;

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
        Blocking = new BlockingCode(maxUsers);
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

    /// <summary>The row of iterations without steps; there from the first of them on.</summary>
    public int WholeStep => _wholeStep >= 0 ? _wholeStep : _wholeStep = Steps.IndexOf(Props.ScenarioName);

    public Task PrepareAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public IWorker CreateWorker(WorkerContext context) => new AsyncWorker(context, _ =>
        new ScenarioUser(this, new ScenarioContext(this, Interlocked.Increment(ref _users), context.Seed)));

    /// <summary>Counts a failed iteration of the measurement; too many stop the run.</summary>
    public void IterationFailed()
    {
        if (Run.Operation != ScenarioOperation.Bombing) return;
        if (Interlocked.Increment(ref _failed) == Props.MaxFailCount)
            Run.Fail($"scenario '{Props.ScenarioName}' has failed {Props.MaxFailCount} times, which WithMaxFailCount makes the end of the run");
    }
}
