namespace Dyno.Observation.Checkup;

/// <summary>What a check makes of the machine.</summary>
public enum CheckState
{
    /// <summary>Nothing to mend.</summary>
    Ok,

    /// <summary>Figures will vary more, or be lower, than they need to be.</summary>
    Warn,

    /// <summary>Figures taken now would say nothing about the program under test.</summary>
    Void,
}
