using System.Collections.Immutable;
using Dyno.K6.VirtualUsers;
using Dyno.Load.Engine;
using Dyno.Load.Plans;
using Dyno.Results.Runs;

namespace Dyno.K6.Running;

/// <summary>A function of a script as the work of a scenario.</summary>
internal sealed class ScriptWorkload(ScriptRun run, UserPool pool, int plannedUsers, ScenarioActivation activation) : IWorkload
{
    private readonly ScriptSteps _steps = new(run);

    public string Driver => "script";

    public ImmutableArray<StepRecord> Steps => _steps.Steps;

    public bool SharesSteps => true;

    public ImmutableArray<string> Checks => _steps.Checks;

    public ImmutableArray<string> NegotiatedProtocols => _steps.NegotiatedProtocols;

    public ScenarioActivation Activation => activation;

    public ScriptRun Run => run;

    public UserPool Pool => pool;

    public Task PrepareAsync(CancellationToken cancellationToken) => run.MakeUsersAsync(pool.FillAsync(plannedUsers, cancellationToken));

    public IWorker CreateWorker(WorkerContext context) => new ScriptWorker(this, context);
}

/// <summary>What a run of a script has done so far, as a result names it.</summary>
internal sealed class ScriptSteps(ScriptRun run)
{
    /// <summary>Grows as the script sends requests it has not sent before.</summary>
    public ImmutableArray<StepRecord> Steps => run.Steps.Steps;

    /// <summary>Grows as the script makes checks it has not made before.</summary>
    public ImmutableArray<string> Checks =>
        [.. Enumerable.Range(0, run.Metrics.CheckNames.Count).Select(i => run.Metrics.CheckNames[i]).Select(c => c.Group.Length == 0 ? c.Name : $"{c.Group[2..]}::{c.Name}")];

    public ImmutableArray<string> NegotiatedProtocols => run.Http.Network.NegotiatedProtocols;
}
