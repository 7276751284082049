namespace Dyno.Inputs;

/// <summary>
/// TrackPerSessionCookies: cookies that an answer sets are sent with later requests. In a session with logins the cookies are what the
/// session is about: each virtual user sends its requests in order, with its own cookies. Without logins the option has no effect, because
/// it would only cost the speed of the wire driver.
/// </summary>
internal static class SessionCookies
{
    private const string FirstOfAll = "session";

    /// <summary>The requests; where cookies are kept, each depends on the first one.</summary>
    /// <param name="requests">The requests in order.</param>
    /// <param name="hasLogins">Whether users log in.</param>
    public static ImmutableArray<RequestDraft> Keep(ImmutableArray<RequestDraft> requests, bool hasLogins, FileSettings settings, SourcePlace place)
    {
        if (!hasLogins)
        {
            place.Warning("TrackPerSessionCookies has no effect: cookies that the server sets are not sent back",
                "write the login into Users; in a .http file, # @after login keeps the cookies");
            return requests;
        }

        if (requests.Length < 2) return requests;
        if (settings.RandomOrder == true) place.Warning("the order is not random: the cookies of a login belong to the requests after the login");
        return [.. RequestChain.AfterFirst(requests, FirstOfAll)];
    }
}
