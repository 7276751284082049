namespace Dyno.Observation.Checkup;

/// <summary>One check. To add one, add a file in Checks and a line in <see cref="MachineCheckup"/>.</summary>
/// <param name="name">The stable name of the check.</param>
/// <param name="why">Why the result matters to a measurement.</param>
internal abstract class MachineCheck(string name, string why)
{
    public string Name => name;

    public string Why => why;

    /// <summary>Whether the check compares two samples of the machine, or reads every process: too slow for every run.</summary>
    public virtual bool IsSlow => false;

    /// <summary>Whether a run repeats the finding.</summary>
    public virtual bool ConcernsRuns => false;

    /// <summary>Checks the machine; null where this machine does not show the fact.</summary>
    public abstract CheckOutcome? Look(MachineView view);

    protected static CheckOutcome Ok(string seen) => new(CheckState.Ok, seen, "");

    protected static CheckOutcome Warn(string seen, string fix) => new(CheckState.Warn, seen, fix);

    protected static CheckOutcome Void(string seen, string fix) => new(CheckState.Void, seen, fix);
}

/// <summary>What a check says.</summary>
internal readonly record struct CheckOutcome(CheckState State, string Seen, string Fix);
