using System.Collections.Immutable;
using Dyno.Inputs.Requests;
using Dyno.Results.Problems;

namespace Dyno.Inputs.WebSurge;

/// <summary>
/// TrackPerSessionCookies: the cookies that an answer sets go with the requests after it. Where users log in that is what
/// the session is about, and each virtual user sends its requests in order, with cookies of its own. Without a login it
/// would only cost the wire driver's speed, so that it has no effect there.
/// </summary>
internal static class SessionCookies
{
    private const string FirstOfAll = "session";

    /// <summary>The requests, dependent on the first one where cookies are kept.</summary>
    /// <param name="requests">In order.</param>
    /// <param name="hasLogins">Whether users log in.</param>
    /// <param name="settings">Of the session.</param>
    /// <param name="place">Where the option stands.</param>
    public static ImmutableArray<RequestDraft> Keep(ImmutableArray<RequestDraft> requests, bool hasLogins, FileSettings settings, SourcePlace place)
    {
        if (!hasLogins)
        {
            place.Warning("TrackPerSessionCookies has no effect: cookies that the server sets are not sent back",
                "write the login into Users; in a .http file, # @after login keeps them");
            return requests;
        }

        if (requests.Length < 2) return requests;
        if (settings.RandomOrder == true) place.Warning("the order is not random: cookies of a login are for the requests after it");
        var first = requests[0].Label ?? FirstOfAll;
        return [requests[0] with { Label = first }, .. requests.Skip(1).Select(r => r with { After = r.After.Add(first) })];
    }
}
