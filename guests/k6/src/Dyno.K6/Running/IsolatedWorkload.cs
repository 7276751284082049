namespace Dyno.K6;

/// <summary>A function of a script as the work of a scenario, for users that have a thread each.</summary>
internal sealed class IsolatedWorkload(ScriptRun run, IsolatedPool pool, int plannedUsers, ScenarioActivation activation) : IWorkload
{
    private readonly ScriptSteps _steps = new(run);

    public string Driver => "script";

    public ImmutableArray<StepRecord> Steps => _steps.Steps;

    public bool SharesSteps => true;

    public ImmutableArray<string> Checks => _steps.Checks;

    public ImmutableArray<string> NegotiatedProtocols => _steps.NegotiatedProtocols;

    public ScenarioActivation Activation => activation;

    public ScriptRun Run => run;

    public IsolatedPool Pool => pool;

    public Task PrepareAsync(CancellationToken cancellationToken) => run.MakeUsersAsync(pool.FillAsync(plannedUsers, cancellationToken));

    public IWorker CreateWorker(WorkerContext context) => new IsolatedWorker(this, context);
}
