namespace Dyno.Scenarios;

/// <summary>
/// Records parts of a step in rows beside the step's own row: <c>NAME (PART)</c>. Any thread may call. When the context belongs to no
/// run, nothing is recorded.
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

    /// <summary>The recorder for the parts of the step that has just begun.</summary>
    public static StepParts Of(IScenarioContext context, string name) => context is ScenarioContext live
        ? live.PartsOf(name)
        : new StepParts(null, null, name, 0, new EngineClock().NowNanos);

    public EngineClock Clock { get; }

    /// <summary>When the step began, in nanoseconds.</summary>
    public long StartNanos { get; }

    /// <summary>Records a part that began and was due at the same time as the step.</summary>
    public void SinceStart(string part, long endNanos, bool failed = false) => Record(part, _intendedNanos, StartNanos, endNanos, failed);

    /// <summary>Records a part between two moments within the step.</summary>
    public void Between(string part, long fromNanos, long toNanos) => Record(part, fromNanos, fromNanos, toNanos, failed: false);

    private void Record(string part, long intendedNanos, long startNanos, long endNanos, bool failed) =>
        _iteration?.Part(_rows!.IndexOfPart($"{_name} ({part})"), intendedNanos, startNanos, endNanos, failed);
}
