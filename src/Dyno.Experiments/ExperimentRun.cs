namespace Dyno.Experiments;

/// <summary>How an experiment is run; the plan says what is run.</summary>
public sealed record ExperimentRun
{
    /// <summary>Folder in which trials and comparison are kept (<c>.dyno</c>).</summary>
    public required string StateFolder { get; init; }

    /// <summary>Whether trials and comparison are kept. Default true.</summary>
    public bool IsStored { get; init; } = true;

    /// <summary>Whether to resume the latest run of the same experiment in this folder.</summary>
    public bool Resumes { get; init; }

    /// <summary>Whether an experiment with nothing to resume begins anew. When false, that is an error.</summary>
    public bool MayBegin { get; init; }

    /// <summary>Whether rounds are added at the planned looks until every verdict is clear.</summary>
    public bool UntilClear { get; init; }

    /// <summary>
    /// Asked before each round whether no further one is needed, with the logarithm of each round's ratio of the headline, variant ÷
    /// baseline, so far; of an experiment with two variants in one cell. Null: the plan's rounds or <see cref="UntilClear"/> decide.
    /// </summary>
    public Func<ImmutableArray<double>, bool>? Suffices { get; init; }

    /// <summary>What was decided about the experiment before it was opened, a sentence without a full stop each; said at its begin, and kept.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];

    /// <summary>Whether further launches after the verdict find out which methods cost the difference.</summary>
    public bool Explains { get; init; }

    /// <summary>The experiment whose small differences this one, with everything built again, has to confirm; null: none.</summary>
    public Comparison? Confirms { get; init; }

    /// <summary>
    /// Whether launches are measured to the end for as long as the plan says. When false, an experiment that runs until it is clear
    /// chooses, after two rounds, the length that makes the best use of its time.
    /// </summary>
    public bool KeepsLength { get; init; }

    /// <summary>The time after which the experiment waits for no further look; null: only the looks end it.</summary>
    public TimeSpan? MaxTime { get; init; }

    /// <summary>Good rounds that an experiment with <see cref="MaxTime"/> makes even if they take longer; 0 for none.</summary>
    public int FewestRounds { get; init; }

    /// <summary>Starts a program on another machine, by its agent's name; null where no program runs elsewhere.</summary>
    public Func<string, SubjectStarter>? StarterOn { get; init; }

    /// <summary>
    /// Spreads a load over other machines. Arguments: the file or URL of the load, the shape that the experiment gives it where it is
    /// requests, and the load. Null: this machine makes the load.
    /// </summary>
    public Func<string, LoadRequest?, ILoad, ILoad>? Spread { get; init; }

    /// <summary>The load of a variant, on the machines that make it.</summary>
    internal ILoad LoadOf(ExperimentPlan plan, VariantPlan variant, ExperimentLoads loads)
    {
        var load = loads.LoadOf(plan, variant);
        return Spread is null ? load : Spread(variant.Load, loads.CodeOf(variant) is null ? TrialLoad.Request(plan, variant) : null, load);
    }

    /// <summary>The starter of a variant: that of this machine, unless the subject names another one.</summary>
    internal SubjectStarter StarterOf(VariantPlan variant) => variant.Subject.On is not { } agent ? LocalSubject.StartAsync
        : StarterOn?.Invoke(agent) ?? throw new ArgumentException($"nobody starts programs on {agent}", nameof(variant));

    /// <summary>The calibrated ceiling of this machine's generator for a plan, in requests per second; null: none is known.</summary>
    public Func<TestPlan, double?>? CeilingOf { get; init; }

    /// <summary>Makes the trials; null: they are made on programs and servers.</summary>
    internal Func<ExperimentLoads, ITrialSource>? Trials { get; init; }

    /// <summary>The clock of rounds and limits; trials on programs have that of the system.</summary>
    internal TimeProvider Time { get; init; } = TimeProvider.System;
}
