using Dyno.Load.Engine;

namespace Dyno.Scenarios.Running;

/// <summary>
/// Records parts of a step in rows beside its own: <c>NAME (PART)</c>. From any thread; with a context that no run is behind,
/// nothing is recorded.
/// </summary>
internal sealed class StepParts
{
    private readonly IterationContext? _iteration;
    private readonly ScenarioSteps? _rows;
    private readonly string _name;
    private readonly long _intendedNanos;

    public StepParts(IterationContext? iteration, ScenarioSteps? rows, string name, long intendedNanos, long startNanos)
    {
        (_iteration, _rows, _name, _intendedNanos, StartNanos) = (iteration, rows, name, intendedNanos, startNanos);
        Clock = iteration?.Clock ?? new EngineClock();
    }

    /// <summary>Of the step that has just begun.</summary>
    public static StepParts Of(IScenarioContext context, string name) => context is ScenarioContext live
        ? live.PartsOf(name)
        : new StepParts(null, null, name, 0, new EngineClock().NowNanos);

    public EngineClock Clock { get; }

    /// <summary>When the step began.</summary>
    public long StartNanos { get; }

    /// <summary>From the step's start, and from when it was due.</summary>
    public void SinceStart(string part, long endNanos, RequestErrorKind error = RequestErrorKind.None) =>
        Record(part, _intendedNanos, StartNanos, endNanos, error);

    /// <summary>Between two moments within the step.</summary>
    public void Between(string part, long fromNanos, long toNanos) => Record(part, fromNanos, fromNanos, toNanos, RequestErrorKind.None);

    private void Record(string part, long intendedNanos, long startNanos, long endNanos, RequestErrorKind error)
    {
        if (_iteration is null) return;
        _iteration.Judged(_rows!.IndexOf($"{_name} ({part})"), intendedNanos, startNanos, endNanos, new AnswerOutcome(error, 0));
    }
}
