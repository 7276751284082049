using Dyno.Results.Problems;

namespace Dyno.Load.Plans;

/// <summary>
/// A kind of load with what the user asked of it: requests, a k6 script, a program. <c>dyno run</c>, <c>dyno compare</c> and
/// <c>dyno inspect</c> use any of them alike; a new kind is one class and one line where the kinds are listed.
/// </summary>
public interface ILoad
{
    /// <summary>What it is, for a sentence: <c>a k6 script</c>.</summary>
    string Kind { get; }

    /// <summary>Whether a target names a load of this kind: by its name alone, nothing is opened.</summary>
    bool Takes(string target);

    /// <summary>Reads it, and builds it where need be. Nothing is sent.</summary>
    /// <param name="opening">Which load, and where it goes.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="UserFault">It cannot be run: everything that is wrong with it.</exception>
    Task<IOpenLoad> OpenAsync(LoadOpening opening, CancellationToken cancellation);
}
