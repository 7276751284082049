using Dyno.Experiments.Loads;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Trials;
using Dyno.Inputs;
using Dyno.Load.Plans;

namespace Dyno.Experiments;

/// <summary>How an experiment is run, beside what it is.</summary>
public sealed record ExperimentRun
{
    /// <summary>Where trials and comparison are kept (<c>.dyno</c>).</summary>
    public required string StateFolder { get; init; }

    /// <summary>Whether they are kept. Default true.</summary>
    public bool IsStored { get; init; } = true;

    /// <summary>Whether to go on with the latest one of the same experiment that was begun here.</summary>
    public bool Resumes { get; init; }

    /// <summary>
    /// Whether it begins where another experiment of the same study has just ended: then the load average, which is what that
    /// one left, is not judged.
    /// </summary>
    public bool FollowsAnother { get; init; }

    /// <summary>Whether rounds are added at the planned looks until every verdict is clear.</summary>
    public bool UntilClear { get; init; }

    /// <summary>
    /// Whether launches are measured as long as the plan says to the end. Otherwise an experiment that runs until it is clear measures them,
    /// after two rounds, as long as makes the best of its time.
    /// </summary>
    public bool KeepsLength { get; init; }

    /// <summary>After which time no further look is waited for; null: only the looks end it.</summary>
    public TimeSpan? MaxTime { get; init; }

    /// <summary>Starts a program on another machine, by its agent's name; null where no program runs elsewhere.</summary>
    public Func<string, SubjectStarter>? StarterOn { get; init; }

    /// <summary>
    /// Spreads a load over other machines: its file or URL, what the experiment asks of it where it is requests, and the load. Null: it is
    /// made here.
    /// </summary>
    public Func<string, LoadRequest?, ILoad, ILoad>? Spread { get; init; }

    /// <summary>The load of a variant, where it is made.</summary>
    internal ILoad LoadOf(ExperimentPlan plan, VariantPlan variant, ExperimentLoads loads)
    {
        var load = loads.LoadOf(plan, variant);
        return Spread is null ? load : Spread(variant.Load, loads.CodeOf(variant) is null ? TrialLoad.Request(plan, variant) : null, load);
    }

    /// <summary>Who starts a variant: this machine, unless its subject names another.</summary>
    internal SubjectStarter StarterOf(VariantPlan variant) => variant.Subject.On is not { } agent ? LocalSubject.StartAsync
        : StarterOn?.Invoke(agent) ?? throw new ArgumentException($"nobody starts programs on {agent}", nameof(variant));

    /// <summary>The calibrated ceiling of this machine's generator for a plan, in requests per second; null: none is known.</summary>
    public Func<TestPlan, double?>? CeilingOf { get; init; }
}
