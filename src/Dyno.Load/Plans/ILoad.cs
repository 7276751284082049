namespace Dyno.Load;

/// <summary>
/// A kind of load with the user's options: requests, a k6 script, a program. <c>dyno run</c>, <c>dyno compare</c> and <c>dyno inspect</c>
/// use all kinds alike. A new kind needs one class, and one line in the list of kinds.
/// </summary>
public interface ILoad
{
    /// <summary>The kind of load, for use in a sentence: <c>a k6 script</c>.</summary>
    string Kind { get; }

    /// <summary>Whether a target names a load of this kind. Only the name counts; nothing is opened.</summary>
    bool Takes(string target);

    /// <summary>Reads the load, and builds it when necessary. Nothing is sent.</summary>
    /// <exception cref="UserFault">The load cannot be run; the message lists everything that is wrong with it.</exception>
    Task<IOpenLoad> OpenAsync(LoadOpening opening, CancellationToken cancellation);
}
