using static Dyno.Testing.Answers;

namespace Dyno.Scenarios.Tests;

internal static class CookieBehaviours
{
    public static readonly Behaviour[] All =
    [
        Taken("a cookie comes back", "Set-Cookie: a=1"),
        Taken("two cookies come back", "Set-Cookie: a=1", "Set-Cookie: b=2; HttpOnly; SameSite=Lax"),
        Taken("a later cookie replaces an earlier one", "Set-Cookie: a=1", "Set-Cookie: a=2"),
        Taken("a cookie of another path stays away", "Set-Cookie: a=1; Path=/other"),
        Taken("a cookie of the root goes everywhere", "Set-Cookie: a=1; Path=/"),
        Taken("a cookie of another domain stays away", "Set-Cookie: a=1; Domain=example.org"),
        Taken("a secure cookie stays away from http", "Set-Cookie: a=1; Secure"),
        Taken("a cookie that has expired is dropped", "Set-Cookie: a=1", "Set-Cookie: a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT"),
        Taken("a cookie with no time left is dropped", "Set-Cookie: a=1", "Set-Cookie: a=1; Max-Age=0"),
        Taken("a cookie with a day left comes back", "Set-Cookie: a=1; Max-Age=86400"),
        Taken("a cookie without a name", "Set-Cookie: =1"),
        Taken("a quoted cookie", "Set-Cookie: a=\"b c\""),
        new("a cookie of a redirect goes with the next request")
        {
            Cookies = true, Answers = [Of(302, "", "Set-Cookie: a=1", "Location: /b"), Hello], Shows = static o => o.Line("Cookie"),
        },
        new("a secure cookie comes back over https")
        {
            Cookies = true, IsTls = true, Answers = [Of(200, "", "Set-Cookie: a=1; Secure"), Hello], Then = Again, Shows = static o => o.Line("Cookie"),
        },
        new("the request's own cookie goes beside the jar's")
        {
            Cookies = true,
            Answers = [Of(200, "", "Set-Cookie: jar=1"), Hello],
            Then = static url => new HttpRequestMessage(HttpMethod.Get, new Uri(url, "/b")).WithHeader("Cookie", "own=2"),
            Shows = static o => o.Line("Cookie"),
        },
        new("without a jar cookies are the code's own")
        {
            Answers = [Of(200, "", "Set-Cookie: jar=1"), Hello], Then = Again, Shows = static o => $"{o.First?.Payload.Headers.GetValues("Set-Cookie").Single()}, then {o.Line("Cookie")}",
        },
    ];

    private static Behaviour Taken(string name, params string[] headers) => new(name)
    {
        Cookies = true,
        Answers = [Of(200, "", headers), Hello],
        Then = Again,
        Shows = static o => o.Line("Cookie"),
    };

    private static HttpRequestMessage Again(Uri url) => new(HttpMethod.Get, new Uri(url, "/b"));
}
