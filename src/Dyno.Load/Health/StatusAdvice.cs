using System.Net;

namespace Dyno.Load;

/// <summary>What to do about the statuses that users of an API meet first.</summary>
internal static class StatusAdvice
{
    /// <summary>The remedy for the status that most answers have; null when the status alone tells none.</summary>
    public static string? For(PhaseResult measured) => measured.Statuses.IsEmpty ? null
        : (HttpStatusCode)measured.Statuses.MaxBy(status => status.Value).Key switch
        {
            HttpStatusCode.Unauthorized => "The API asks for a login: send a token with -H 'Authorization: Bearer …', or log in with a request of an .http file",
            HttpStatusCode.Forbidden => "The login may not do this: use an account that may",
            HttpStatusCode.NotFound => "There is nothing at this path: compare it with the routes of the API",
            HttpStatusCode.MethodNotAllowed => "The path does not take this method: choose another one with -X",
            HttpStatusCode.UnsupportedMediaType => "The API wants another type of body: add -H 'Content-Type: application/json'",
            HttpStatusCode.TooManyRequests => "The API limits the rate: raise its limit for this measurement, or offer less with --rate",
            _ => null,
        };
}
