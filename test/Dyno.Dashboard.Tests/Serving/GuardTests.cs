using System.Net.Http.Json;
using System.Text;

namespace Dyno.Dashboard.Tests;

/// <summary>Who may ask: this server starts programs.</summary>
public sealed class GuardTests : IAsyncLifetime
{
    private static readonly object Run = new { target = "http://127.0.0.1:9/", options = Array.Empty<object>() };
    private UiProcess _ui = null!;

    public async ValueTask InitializeAsync() => _ui = await UiProcess.StartAsync();

    public ValueTask DisposeAsync() => _ui.DisposeAsync();

    [Theory]
    [InlineData("Origin", "https://evil.example")]
    [InlineData("Origin", "http://127.0.0.1:1")]
    [InlineData("Origin", "null")]
    [InlineData("Sec-Fetch-Site", "cross-site")]
    public async Task A_foreign_page_cannot_start_a_run(string header, string value)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/api/live") { Content = JsonContent.Create(Run) };
        request.Headers.Add(header, value);
        using var answer = await _ui.Http.SendAsync(request, TestContext.Current.CancellationToken);

        answer.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
        (await _ui.GetAsync("live")).GetArrayLength().ShouldBe(0);
    }

    [Fact]
    public async Task A_form_cannot_start_a_run()
    {
        using var client = new HttpClient(new SocketsHttpHandler()) { BaseAddress = _ui.Address };
        using var form = new StringContent("""{"target":"http://127.0.0.1:9/","options":[]}""", Encoding.UTF8, "text/plain");
        using var answer = await client.PostAsync(new Uri("/api/live", UriKind.Relative), form, TestContext.Current.CancellationToken);

        answer.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
    }

    [Theory, InlineData("evil.example"), InlineData("evil.example:80"), InlineData("127.0.0.1.evil.example"), InlineData("192.0.2.1")]
    public async Task A_name_that_only_points_here_is_not_answered(string host)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/api/folder");
        request.Headers.Host = host;
        using var answer = await _ui.Http.SendAsync(request, TestContext.Current.CancellationToken);

        ((int)answer.StatusCode).ShouldBe(421);
        (await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)).ShouldContain("does not answer to the name");
    }

    [Theory, InlineData("localhost"), InlineData("127.0.0.1"), InlineData("[::1]")]
    public async Task The_names_of_this_machine_are_answered(string host)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/api/folder");
        request.Headers.Host = $"{host}:{_ui.Address.Port}";
        using var answer = await _ui.Http.SendAsync(request, TestContext.Current.CancellationToken);

        answer.StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task Every_answer_forbids_scripts_that_are_not_ours_and_frames()
    {
        foreach (var path in (string[])["/", "/history/x", "/app.js", "/api/folder", "/api/nothing"])
        {
            using var answer = await _ui.Http.GetAsync(new Uri(path, UriKind.Relative), TestContext.Current.CancellationToken);
            var policy = answer.Headers.GetValues("Content-Security-Policy").Single();

            policy.ShouldContain("script-src 'self'", customMessage: path);
            policy.ShouldContain("frame-ancestors 'none'", customMessage: path);
            policy.ShouldNotContain("unsafe", customMessage: path);
            answer.Headers.GetValues("X-Content-Type-Options").Single().ShouldBe("nosniff", path);
        }
    }

    [Fact]
    public async Task With_a_token_only_who_has_it_is_answered()
    {
        await using var ui = await UiProcess.StartAsync(null, "--token", "a-long-enough-token");
        var (bare, query) = (new Uri(ui.Address, "/api/folder"), ui.Address);

        (await ui.Http.GetAsync(bare, TestContext.Current.CancellationToken)).StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        using var login = await ui.Http.GetAsync(query, TestContext.Current.CancellationToken);
        login.StatusCode.ShouldBe(HttpStatusCode.Redirect);
        login.Headers.Location!.ToString().ShouldBe("/"); // the token does not stay in the address
        var cookie = login.Headers.GetValues("Set-Cookie").Single();
        cookie.ShouldContain("httponly", Case.Insensitive);
        cookie.ShouldContain("samesite=strict", Case.Insensitive);
        using var request = new HttpRequestMessage(HttpMethod.Get, bare);
        request.Headers.Add("Cookie", cookie.Split(';')[0]);
        (await ui.Http.SendAsync(request, TestContext.Current.CancellationToken)).StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task Elsewhere_than_on_loopback_it_speaks_TLS_and_asks_for_a_token()
    {
        await using var ui = await UiProcess.StartAsync(null, "--address", "0.0.0.0", "--host", "127.0.0.1");

        ui.Address.Scheme.ShouldBe("https");
        ui.Address.Query.ShouldStartWith("?token=");
#pragma warning disable CA5359 // the certificate was made for this launch: nobody else vouches for it
        using var trusting = new HttpClient(new SocketsHttpHandler { SslOptions = { RemoteCertificateValidationCallback = (_, _, _, _) => true } });
#pragma warning restore CA5359
        (await trusting.GetAsync(new Uri($"https://127.0.0.1:{ui.Address.Port}/api/folder"), TestContext.Current.CancellationToken)).StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
    }

    [Theory]
    [InlineData("../secret.http")]
    [InlineData("/etc/passwd.http")]
    [InlineData("sub/../../secret.http")]
    [InlineData("out/secret.http")]
    [InlineData("link.http")]
    [InlineData("round/x.http")]
    public async Task A_path_that_leads_out_of_the_folder_is_refused(string path)
    {
        var outside = Directory.CreateTempSubdirectory("dyno-outside-").FullName;
        await File.WriteAllTextAsync(Path.Combine(outside, "secret.http"), "GET http://localhost/", TestContext.Current.CancellationToken);
        Directory.CreateSymbolicLink(_ui["out"], outside);
        File.CreateSymbolicLink(_ui["link.http"], Path.Combine(outside, "secret.http"));
        File.CreateSymbolicLink(_ui["round"], _ui["round"]);

        var refused = await Should.ThrowAsync<HttpRequestException>(() => _ui.GetAsync($"session?path={Uri.EscapeDataString(path)}"));
        var written = await _ui.Http.PutAsJsonAsync("/api/session", new { path, text = "x", mark = (string?)null }, TestContext.Current.CancellationToken);

        refused.StatusCode.ShouldBeOneOf(HttpStatusCode.Forbidden, HttpStatusCode.BadRequest);
        written.StatusCode.ShouldBeOneOf(HttpStatusCode.Forbidden, HttpStatusCode.BadRequest);
        (await File.ReadAllTextAsync(Path.Combine(outside, "secret.http"), TestContext.Current.CancellationToken)).ShouldBe("GET http://localhost/");
        Directory.Delete(outside, recursive: true);
    }

    [Fact]
    public async Task Files_that_are_no_loads_are_neither_read_nor_written()
    {
        await File.WriteAllTextAsync(_ui["appsettings.json"], "{}", TestContext.Current.CancellationToken);

        (await Should.ThrowAsync<HttpRequestException>(() => _ui.GetAsync("session?path=appsettings.json"))).StatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }
}
