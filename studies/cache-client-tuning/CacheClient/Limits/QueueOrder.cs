namespace Dyno.Caching.Limits;

/// <summary>Who gets the next permit.</summary>
public enum QueueOrder
{
    /// <summary>Who has waited longest; fair, and under overload everybody is late.</summary>
    OldestFirst,

    /// <summary>Who came last; under overload some are served in time and the others run into their deadline.</summary>
    NewestFirst,
}
