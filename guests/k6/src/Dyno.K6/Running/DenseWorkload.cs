namespace Dyno.K6;

/// <summary>A function of a script as the work of a scenario, for many users on few threads.</summary>
internal sealed class DenseWorkload(ScriptRun run, DensePool pool, int plannedUsers, ScenarioActivation activation) : IWorkload
{
    private readonly ScriptSteps _steps = new(run);

    public string Driver => "script";

    public ImmutableArray<StepRecord> Steps => _steps.Steps;

    public bool SharesSteps => true;

    public ImmutableArray<string> Checks => _steps.Checks;

    public ImmutableArray<string> NegotiatedProtocols => _steps.NegotiatedProtocols;

    public Task PrepareAsync(CancellationToken cancellationToken) => run.MakeUsersAsync(pool.FillAsync(plannedUsers, cancellationToken));

    public IWorker CreateWorker(WorkerContext context) => new Worker(run, pool.Loops[context.Index % pool.Loops.Length], activation, context);

    private sealed class Worker(ScriptRun run, DenseLoop loop, ScenarioActivation activation, WorkerContext context) : IWorker
    {
        private readonly SampleLane _lane = run.Metrics.CreateLane();

        public void Run(WorkerPhase phase)
        {
            activation.Begin(phase, context.Clock);
            loop.RunPhase(new DensePhase(loop, loop.Users, phase, activation, _lane, context.MaxVirtualUsers));
        }

        public void Dispose()
        {
            // The pool disposes of the loop.
        }
    }
}
