namespace Dyno.Observation;

/// <summary>One check. To add one, add a line and a method to a table in Checks.</summary>
/// <param name="Why">Why the result matters to a measurement.</param>
/// <param name="Look">Checks the machine; null where this machine does not show the fact.</param>
/// <param name="IsSlow">Whether the check compares two samples of the machine, or reads every process: too slow for every run.</param>
/// <param name="ConcernsRuns">Whether a run repeats the finding.</param>
internal sealed record MachineCheck(string Name, string Why, Func<MachineView, CheckOutcome?> Look, bool IsSlow = false, bool ConcernsRuns = false);

/// <summary>What a check says.</summary>
internal readonly record struct CheckOutcome(CheckState State, string Seen, string Fix)
{
    public static CheckOutcome Ok(string seen) => new(CheckState.Ok, seen, "");

    public static CheckOutcome Warn(string seen, string fix) => new(CheckState.Warn, seen, fix);

    public static CheckOutcome Void(string seen, string fix) => new(CheckState.Void, seen, fix);
}
