namespace Dyno.Scenarios;

/// <summary>One user of a scenario: the context that the user's code sees. All iterations share the object, so that an iteration allocates nothing.</summary>
internal sealed class ScenarioContext(ScenarioWorkload workload, int user, long seed) : IScenarioContext
{
    private readonly Dictionary<string, object> _data = [];
    private Dictionary<string, object>? _instanceData;
    private Random? _random;
    private IterationContext _iteration = null!;
    private StepPlace _latest;

    public TestInfo TestInfo => workload.Run.TestInfo;

    public ScenarioInfo ScenarioInfo { get; } = new(workload.Props.ScenarioName, user, workload.Duration);

    public NodeInfo NodeInfo => workload.Run.NodeInfo;

    public long InvocationNumber { get; private set; }

    public IDictionary<string, object> Data => _data;

    public IDictionary<string, object> ScenarioInstanceData => _instanceData ??= [];

    public ScenarioLogger Logger => workload.Run.Logger;

    public Random Random => _random ??= new Random(SeedOf(seed, user));

    public CancellationToken ScenarioCancellationToken { get; private set; }

    /// <summary>Whether this iteration ran a step.</summary>
    public bool HasSteps { get; private set; }

    /// <summary>
    /// The seed of a user's random numbers. User numbers and workers' seeds are consecutive, and for consecutive seeds System.Random
    /// begins with numbers that lie on a line. Both are therefore mixed.
    /// </summary>
    internal static int SeedOf(long seed, int user) =>
        unchecked((int)new SplitMix64((long)new SplitMix64(seed).Next() + user).Next());

    public void StopScenario(string scenarioName, string reason) => workload.Run.StopScenario(scenarioName, reason);

    public void StopCurrentTest(string reason) => workload.Run.Stop(reason);

    public void Begin(IterationContext iteration, CancellationToken cancellationToken)
    {
        _iteration = iteration;
        ScenarioCancellationToken = cancellationToken;
        HasSteps = false;
        var operation = workload.Run.Operation;
        InvocationNumber = operation == ScenarioInfo.ScenarioOperation ? InvocationNumber + 1 : 1;
        ScenarioInfo.ScenarioOperation = operation;
        if (_data.Count > 0) _data.Clear();
    }

    /// <summary>Runs a step. A step that completes at once hands back the task of its code itself, so nothing is allocated in addition.</summary>
    public Task<Response<T>> RunStepAsync<T>(string name, Func<Task<Response<T>>> run)
    {
        var iteration = _iteration;
        var start = iteration.Clock.NowNanos;
        var intended = HasSteps ? start : iteration.IntendedNanos;
        HasSteps = true;
        var place = _latest = new StepPlace(workload.Steps.IndexOf(name), intended, start);
        Task<Response<T>> running;
        try
        {
            running = run();
        }
        catch (Exception e)
        {
            running = Task.FromResult(Response.Thrown<T>(e));
        }
        if (workload.Blocking.IsSuspected) workload.Blocking.StepRan(name, run, iteration.Clock.NowNanos - start);
        if (!running.IsCompletedSuccessfully) return StepWait<T>.For(running, this, place, iteration);
        var response = running.Result;
        return Ended(place, response, iteration) is { } restart ? Task.FromException<Response<T>>(restart) : running;
    }

    /// <summary>The recorder for the parts of the step that began last; the step's code must ask for it before the code waits.</summary>
    public StepParts PartsOf(string name) => new(_iteration, workload.Steps, name, _latest.IntendedNanos, _latest.StartNanos);

    /// <summary>Records a step that has ended. Returns the exception that ends the iteration with it; null: the iteration continues.</summary>
    public IterationRestart? Ended<T>(StepPlace place, Response<T> response, IterationContext iteration)
    {
        Record(place, response, iteration);
        return response.IsError && workload.Props.RestartIterationOnFail ? new IterationRestart(response) : null;
    }

    private static void Record<T>(StepPlace place, Response<T> response, IterationContext iteration)
    {
        var verdict = ((IJudged)response).AnswerOutcome;
        var end = response.CustomLatencyNanos < 0 ? iteration.Clock.NowNanos : place.StartNanos + response.CustomLatencyNanos;
        if (!verdict.IsGood && iteration.WantsExample(verdict.Error)) iteration.Example(verdict.Error, ErrorText.Of(response));
        iteration.Judged(place.Index, place.IntendedNanos, place.StartNanos, end, verdict);
    }
}
