namespace Dyno.Observation;

/// <summary>The result of a check of the machine.</summary>
public enum CheckState
{
    /// <summary>There is nothing to correct.</summary>
    Ok,

    /// <summary>Figures will vary more, or be lower, than they need to be.</summary>
    Warn,

    /// <summary>Figures taken now would say nothing about the program under test.</summary>
    Void,
}
