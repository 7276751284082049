using static Dyno.Testing.Answers;

namespace Dyno.Scenarios.Tests;

internal static class RedirectBehaviours
{
    public static readonly Behaviour[] All =
    [
        Redirected("301 after GET", 301, "GET"),
        Redirected("301 after POST becomes GET", 301, "POST"),
        Redirected("301 after PUT stays PUT", 301, "PUT"),
        Redirected("302 after POST becomes GET", 302, "POST"),
        Redirected("302 after DELETE stays DELETE", 302, "DELETE"),
        Redirected("303 after POST becomes GET", 303, "POST"),
        Redirected("303 after PUT becomes GET", 303, "PUT"),
        Redirected("303 after HEAD stays HEAD", 303, "HEAD"),
        Redirected("307 after POST keeps the body", 307, "POST"),
        Redirected("308 after POST keeps the body", 308, "POST"),
        Redirected("300 is a redirect", 300, "GET"),
        Redirected("304 is none", 304, "GET"),
        new("a location relative to the path") { Answers = [Redirect("c?d=1"), Hello] },
        new("a location above the root") { Answers = [Redirect("../../c"), Hello] },
        new("a location without a scheme") { Answers = [Redirect("//localhost:1/c"), Hello], Shows = static o => o.Message is null ? "failed" : o.Text },
        new("a location with a fragment") { Answers = [Redirect("/b#there"), Hello], Shows = static o => $"{o.Text} of {o.Message?.RequestMessage?.RequestUri}" },
        new("a fragment of the request goes on")
        {
            Request = static url => new HttpRequestMessage(HttpMethod.Get, new Uri(url, "/a#x")),
            Answers = [Redirect("/b"), Hello],
            Shows = static o => $"{o.Text} of {o.Message?.RequestMessage?.RequestUri} after {o.Requests}",
        },
        new("a location with spaces and umlauts") { Answers = [Redirect("/b c/\u00fc"), Hello] },
        new("no location") { Answers = [Of(302, "here")] },
        new("an empty location") { Answers = [Of(302, "here", "Location: ")], Shows = static o => o.Message is null ? "failed" : o.Text },
        new("a location that is no URL") { Answers = [Of(302, "here", "Location: http://[")] },
        new("a redirect out of http") { Answers = [Redirect("ftp://127.0.0.1/")], Shows = static o => o.Message is null ? "failed" : o.Text },
        new("a redirect from https to http is not followed") { IsTls = true, Answers = [Of(302, "here", "Location: http://127.0.0.1:1/")] },
        new("a redirect within https") { IsTls = true, Answers = [Redirect("/b"), Hello] },
        new("redirects without end") { Answers = [Redirect("/a")], Shows = static o => $"{o.Text}, {o.Requests}" },
        new("the message knows the last URL and method")
        {
            Request = static url => new HttpRequestMessage(HttpMethod.Post, new Uri(url, "/a")) { Content = new StringContent("text") },
            Answers = [Redirect("/b"), Hello],
            Shows = static o => $"{o.Message?.RequestMessage?.Method} {o.Message?.RequestMessage?.RequestUri} {o.Message?.RequestMessage?.Content}",
        },
        new("Authorization does not follow a redirect")
        {
            Request = static url => With(url, "Authorization", "Bearer t"), Answers = [Redirect("/b"), Hello], Shows = static o => o.Line("Authorization"),
        },
        new("other headers follow a redirect") { Request = static url => With(url, "X-Trace", "7"), Answers = [Redirect("/b"), Hello], Shows = static o => o.Line("X-Trace") },
        new("headers of the body do not follow when it is dropped")
        {
            Request = static url => new HttpRequestMessage(HttpMethod.Post, new Uri(url, "/a")) { Content = new StringContent("text") },
            Answers = [Redirect("/b"), Hello],
            Shows = static o => $"{o.Line("Content-Type")}, {o.Line("Content-Length")}",
        },
        new("the body of a redirect is read") { Answers = [Of(302, "moved", "Location: /b"), Hello], Shows = static o => $"{o.Text} over {o.Server.Connections} connection" },
    ];

    private static string Redirect(string location) => Of(302, "", $"Location: {location}");

    private static HttpRequestMessage With(Uri url, string name, string value) =>
        new HttpRequestMessage(HttpMethod.Get, new Uri(url, "/a")).WithHeader(name, value);

    private static Behaviour Redirected(string name, int status, string method) => new(name)
    {
        Answers = [Of(status, "", "Location: /b"), method == "HEAD" ? Of(200) : Hello],
        Request = url => new HttpRequestMessage(new HttpMethod(method), new Uri(url, "/a"))
        {
            Content = method is "POST" or "PUT" ? new StringContent("text") : null,
        },
    };
}
