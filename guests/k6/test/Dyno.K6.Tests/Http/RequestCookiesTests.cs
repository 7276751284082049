using System.Runtime.CompilerServices;

namespace Dyno.K6.Tests;

/// <summary>Requests that are sent again with the cookies of a jar, which changes meanwhile.</summary>
public sealed class RequestCookiesTests
{
    private static readonly Uri Url = new("http://api.test/a/b");
    private static readonly RequestSpec Spec = new() { Method = "GET", Url = Url.OriginalString };
    private readonly SetTime _time = new();
    private readonly ScriptCookieJar _jar;
    private readonly RequestCookies _cookies;
    private readonly WireRequest _request = new() { Url = Url };

    public RequestCookiesTests()
    {
        _jar = new ScriptCookieJar(_time);
        _cookies = new RequestCookies(_time);
    }

    [Fact]
    public void A_request_without_cookies_is_itself()
    {
        _cookies.Of(_request, Spec, _jar).Sent.ShouldBeSameAs(_request);
        _jar.Set(new Uri("http://other.test/"), new SetCookie { Name = "a", Value = "1" });
        _cookies.Of(_request, Spec, _jar).Sent.ShouldBeSameAs(_request);
    }

    [Fact]
    public void The_same_request_with_the_same_cookies_is_one_object()
    {
        _jar.Set(Url, new SetCookie { Name = "a", Value = "1", MaxAge = 60 });
        var sent = _cookies.Of(_request, Spec, _jar).Sent;
        _time.Now += TimeSpan.FromSeconds(10);
        _jar.Set(Url, new SetCookie { Name = "a", Value = "1", MaxAge = 60 }); // said again with the answer

        _cookies.Of(_request, Spec, _jar).Sent.ShouldBeSameAs(sent);
        CookieOf(sent).ShouldBe("a=1");
    }

    [Fact]
    public void A_request_with_a_body_is_not_kept()
    {
        _jar.Set(Url, new SetCookie { Name = "a", Value = "1" });
        var request = Forgotten();

        GC.Collect();
        request.IsAlive.ShouldBeFalse();
    }

    [Fact]
    public void What_changes_is_seen_at_once()
    {
        _jar.Set(Url, new SetCookie { Name = "a", Value = "1" });
        Sent().ShouldBe("a=1");
        _jar.Set(Url, new SetCookie { Name = "a", Value = "2" });
        Sent().ShouldBe("a=2");
        _jar.Set(Url, new SetCookie { Name = "b", Value = "1" });
        Sent().ShouldBe("a=2; b=1");
        _jar.Set(Url, new SetCookie { Name = "a", Value = "3" });
        Sent().ShouldBe("a=3; b=1"); // where it was: RFC 6265, 5.3
        _jar.Delete(Url, "a");
        Sent().ShouldBe("b=1");
        _jar.Set(Url, new SetCookie { Name = "b", Value = "1", MaxAge = 0 });
        Sent().ShouldBeNull();
    }

    [Fact]
    public void A_cookie_that_expires_goes_no_more()
    {
        _jar.Set(Url, new SetCookie { Name = "a", Value = "1", MaxAge = 60 });
        _jar.Set(Url, new SetCookie { Name = "b", Value = "1", MaxAge = 120 });
        Sent().ShouldBe("a=1; b=1");
        _time.Now += TimeSpan.FromSeconds(60);
        Sent().ShouldBe("b=1");
        _jar.Set(Url, new SetCookie { Name = "b", Value = "1", MaxAge = 10 }); // earlier than before
        Sent().ShouldBe("b=1");
        _time.Now += TimeSpan.FromSeconds(10);
        Sent().ShouldBeNull();
    }

    [Fact]
    public void Two_jars_are_told_apart()
    {
        var other = new ScriptCookieJar(_time);
        _jar.Set(Url, new SetCookie { Name = "a", Value = "1" });
        other.Set(Url, new SetCookie { Name = "a", Value = "2" });

        Sent().ShouldBe("a=1");
        CookieOf(_cookies.Of(_request, Spec, other).Sent).ShouldBe("a=2");
        Sent().ShouldBe("a=1");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private WeakReference Forgotten()
    {
        var request = _request.WithBody(new byte[100]);
        CookieOf(_cookies.Of(request, Spec, _jar).Sent).ShouldBe("a=1");
        return new WeakReference(request);
    }

    private string? Sent() => CookieOf(_cookies.Of(_request, Spec, _jar).Sent);

    private static string? CookieOf(WireRequest request) => request.Headers.Where(h => h.Name == "Cookie").Select(h => h.Value).SingleOrDefault();

    private sealed class SetTime : TimeProvider
    {
        public DateTimeOffset Now { get; set; } = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

        public override DateTimeOffset GetUtcNow() => Now;
    }
}
