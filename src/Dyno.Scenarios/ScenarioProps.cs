namespace Dyno.Scenarios;

/// <summary>A scenario with its settings. Immutable: every <c>With…</c> returns a changed copy.</summary>
public sealed record ScenarioProps
{
    internal ScenarioProps(string name) => ScenarioName = name;

    /// <summary>The name.</summary>
    public string ScenarioName { get; }

    internal Func<IScenarioContext, ValueTask<IResponse>>? Run { get; init; }

    /// <summary>The code as the user gave it, for messages.</summary>
    internal Delegate? Code { get; init; }

    internal Func<IScenarioInitContext, Task>? Init { get; init; }

    internal Func<IScenarioInitContext, Task>? Clean { get; init; }

    internal TimeSpan WarmUp { get; init; }

    internal ImmutableArray<LoadSimulation> Simulations { get; init; } = [Simulation.KeepConstant(1, TimeSpan.FromMinutes(1))];

    internal const int DefaultMaxFailCount = 5_000;

    internal int? MaxFailCount { get; init; }

    internal bool RestartIterationOnFail { get; init; } = true;

    internal int? Weight { get; init; }

    internal ImmutableArray<Threshold> Thresholds { get; init; } = [];

    internal ImmutableArray<TokenSource> Tokens { get; init; } = [];

    internal int MaxUsers { get; init; } = 10_000;

    internal TimeSpan CompletionTimeout { get; init; } = TimeSpan.FromMinutes(1);

    internal bool HasPoissonArrivals { get; init; }

    /// <summary>Code that runs once before any load, also before the warm-up. When it throws, nothing is sent.</summary>
    public ScenarioProps WithInit(Func<IScenarioInitContext, Task> init) => this with { Init = init };

    /// <summary>Code that runs once after the load, also after a stop.</summary>
    public ScenarioProps WithClean(Func<IScenarioInitContext, Task> clean) => this with { Clean = clean };

    /// <summary>Load before the measurement, recorded apart. Default: none.</summary>
    /// <param name="duration">0 or more; the whole run warms up for the longest duration that one of its scenarios asks for.</param>
    public ScenarioProps WithWarmUpDuration(TimeSpan duration) => this with { WarmUp = duration };

    /// <summary>No warm-up (the default).</summary>
    public ScenarioProps WithoutWarmUp() => this with { WarmUp = TimeSpan.Zero };

    /// <summary>How iterations arrive, one simulation after the other. Default: one user for one minute.</summary>
    /// <param name="simulations">All simulations keep users, or all keep a rate; pauses may stand anywhere.</param>
    public ScenarioProps WithLoadSimulations(params LoadSimulation[] simulations) => this with { Simulations = [.. simulations] };

    /// <summary>
    /// The number of failed iterations of the measurement that stops the whole run. The run then counts as failed: exit code 1.
    /// Default 5,000.
    /// </summary>
    /// <param name="failCount">1 or more; <see cref="int.MaxValue"/> for a run that failures do not end.</param>
    public ScenarioProps WithMaxFailCount(int failCount) => this with { MaxFailCount = failCount };

    /// <summary>Whether a failed step ends its iteration (the default). Otherwise the code after the step continues.</summary>
    public ScenarioProps WithRestartIterationOnFail(bool shouldRestart) => this with { RestartIterationOnFail = shouldRestart };

    /// <summary>
    /// Shares one load among scenarios: each scenario makes its part of the simulations, which must be the same for all scenarios
    /// with a weight. A rate is divided exactly; users are divided as evenly as whole users allow.
    /// </summary>
    /// <param name="weight">1 or more; the scenario's part is the weight ÷ the sum of all weights.</param>
    public ScenarioProps WithWeight(int weight) => this with { Weight = weight };

    /// <summary>Conditions on this scenario's figures. A condition that fails makes the exit code 99.</summary>
    public ScenarioProps WithThresholds(params Threshold[] thresholds) => this with { Thresholds = [.. thresholds] };

    /// <summary>Tokens that the scenario's code asks for. The first login comes before the load, the later ones beside it, before the token expires.</summary>
    /// <param name="tokens">One or more; several scenarios may share one.</param>
    public ScenarioProps WithTokens(params TokenSource[] tokens) => this with { Tokens = [.. tokens] };

    /// <summary>
    /// The largest number of iterations of this scenario at once when a rate is kept. Default 10,000. A start beyond this number is
    /// dropped and counted.
    /// </summary>
    /// <param name="count">1 or more.</param>
    public ScenarioProps WithMaxConcurrentIterations(int count) => this with { MaxUsers = count };

    /// <summary>How long iterations may take after the last simulation before they are cut. Default 1 minute.</summary>
    public ScenarioProps WithCompletionTimeout(TimeSpan timeout) => this with { CompletionTimeout = timeout };

    /// <summary>
    /// Makes the starts of a kept rate random and independent of each other (a Poisson process), as from many people. Default: at
    /// equal distances.
    /// </summary>
    public ScenarioProps WithPoissonArrivals() => this with { HasPoissonArrivals = true };
}
