namespace Dyno.Caching.Limits;

/// <summary>Which waiting call gets the next permit.</summary>
public enum QueueOrder
{
    /// <summary>The call that has waited longest: fair, but under overload all calls are late.</summary>
    OldestFirst,

    /// <summary>The newest call: under overload some calls are served in time, and the others miss their deadline.</summary>
    NewestFirst,
}
