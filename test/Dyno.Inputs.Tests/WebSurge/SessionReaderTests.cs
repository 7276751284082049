namespace Dyno.Inputs.Tests;

public sealed class SessionReaderTests
{
    private const string Line = "\n------------------------------------------------------------------\n";

    [Fact]
    public void Reads_method_url_headers_and_body()
    {
        var request = Single("""
            POST http://localhost:5000/api/login?x=1 HTTP/1.1
            Content-Type: application/json
            Accept: */*

            {"user":"u",
             "n":1}

            """);

        request.Method.ShouldBe("POST");
        request.Url.AbsoluteUri.ShouldBe("http://localhost:5000/api/login?x=1");
        request.Headers.ShouldBe([new("Content-Type", "application/json"), new("Accept", "*/*")]);
        Text(request).ShouldBe("{\"user\":\"u\",\n \"n\":1}");
        request.Name.ShouldBe("POST /api/login");
    }

    /// <summary>Found by fuzzing: the warning had no place.</summary>
    [Fact]
    public void A_user_without_a_password_who_logs_in_in_another_way_is_told_so()
    {
        const string session = "GET http://h/a HTTP/1.1\n" + Line + "\n----- Start WebSurge Options -----\n"
            + "{ \"Username\": \"bob\",\n  \"UsernamePasswordType\": \"Negotiate\" }\n----- End WebSurge Options -----\n";

        Read(Encoding.UTF8.GetBytes(session), out var problems).Requests.Length.ShouldBe(1);

        var warning = problems.Warnings.ShouldHaveSingleItem();
        warning.What.ShouldContain("name and password are sent as Basic");
        warning.Line.ShouldBe(7);
    }

    [Fact]
    public void Control_headers_name_and_switch_off_and_are_not_sent()
    {
        var session = Read("GET http://h/a HTTP/1.1\nWebSurge-Request-Name: All albums\nAccept: a/b\n" + Line
            + "GET http://h/b HTTP/1.1\nWebsurge-Request-Inactive: 1\n" + Line
            + "GET http://h/c HTTP/1.1\nWebsurge-Request-Inactive: 0\nWebsurge-Request-SortNoRandomize: true\n");

        session.Requests.Select(r => r.Plan.Name).ShouldBe(["All albums", "GET /c"]);
        session.Requests[0].Plan.Headers.ShouldBe([new HeaderField("Accept", "a/b")]);
        session.Requests[1].Plan.Headers.ShouldBeEmpty();
        session.Requests.Select(r => r.KeepsPlace).ShouldBe([false, true]);
    }

    [Fact]
    public void Mistakes_in_inactive_requests_do_not_matter() =>
        Read("GET http://h/a HTTP/1.1" + Line + "GTE nonsense\nno colon\nWebsurge-Request-Inactive: true\n").Requests.Length.ShouldBe(1);

    [Fact]
    public void Requests_that_keep_their_place_come_first_in_a_random_order()
    {
        var session = Read("GET http://h/a HTTP/1.1" + Line + "GET http://h/b HTTP/1.1\nWebsurge-Request-SortNoRandomize: true\n");

        session.InOrder(random: false).Select(r => r.Plan.Name).ShouldBe(["GET /a", "GET /b"]);
        session.InOrder(random: true).Select(r => r.Plan.Name).ShouldBe(["GET /b", "GET /a"]);
    }

    [Fact]
    public void Options_set_the_load()
    {
        var settings = Read("GET http://h/ HTTP/1.1" + Line + Options("""
            { "LastThreads": 4, "LastSecondsToRun": 20, "WarmupSeconds": 2, "DelayTimeMs": 5, "RandomizeRequests": true,
              "RequestTimeoutMs": 1500, "IgnoreCertificateErrors": true, "ReplaceCookieValue": null, "Users": [], }
            """)).Settings;

        settings.ShouldBe(new FileSettings
        {
            Connections = 4,
            Duration = TimeSpan.FromSeconds(20),
            WarmUp = TimeSpan.FromSeconds(2),
            Delay = TimeSpan.FromMilliseconds(5),
            Timeout = TimeSpan.FromSeconds(1.5),
            RandomOrder = true,
            Insecure = true,
        });
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public void A_delay_of_0_or_minus_1_is_no_pause(int milliseconds) =>
        Read("GET http://h/ HTTP/1.1" + Line + Options($"{{ \"DelayTimeMs\": {milliseconds} }}")).Settings.Delay.ShouldBe(TimeSpan.Zero);

    [Fact]
    public void A_session_without_options_says_nothing_about_the_load() =>
        Read("GET http://h/ HTTP/1.1").Settings.ShouldBe(new FileSettings());

    [Theory]
    [InlineData("\n")]
    [InlineData("\r\n")]
    [InlineData("\r")]
    public void Any_line_ending_will_do_and_stays_in_the_body(string ending)
    {
        var session = "POST http://h/ HTTP/1.1\nAccept: a/b\n\none\ntwo\n\n-----\n\nGET http://h/x HTTP/1.1\n".Replace("\n", ending, StringComparison.Ordinal);

        var requests = Read(session).Requests;

        requests.Length.ShouldBe(2);
        Text(requests[0].Plan).ShouldBe("one" + ending + "two");
    }

    [Theory]
    [InlineData(5, true)]
    [InlineData(66, true)]
    [InlineData(100, true)]
    public void Five_to_a_hundred_dashes_separate(int dashes, bool separates)
    {
        var session = Read($"POST http://h/a HTTP/1.1\n\nx\n{new string('-', dashes)}  \nGET http://h/b HTTP/1.1");

        (session.Requests.Length == 2).ShouldBe(separates);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(101)]
    public void Other_lines_of_dashes_belong_to_the_body(int dashes) =>
        Text(Single($"POST http://h/a HTTP/1.1\n\nx\n{new string('-', dashes)}\ny")).ShouldBe($"x\n{new string('-', dashes)}\ny");

    [Fact]
    public void Stored_answers_are_skipped()
    {
        var session = Read("GET http://h/a HTTP/1.1\nAccept: a/b\nHTTP/1.1 200 OK\nServer: x\n\nGET is a verb\n" + Line
            + "POST http://h/b HTTP/1.1\n\nbody\n\nHTTP/1.1 500 Oops\n\nno\n" + Line + "HTTP/1.1 204 No Content\n");

        session.Requests.Length.ShouldBe(2);
        session.Requests[0].Plan.Headers.ShouldBe([new HeaderField("Accept", "a/b")]);
        Text(session.Requests[1].Plan).ShouldBe("body");
    }

    [Fact]
    public void A_base64_body_is_sent_as_bytes() =>
        Single("POST http://h/ HTTP/1.1\n\nb64_AAECAw==\n").Body.ToArray().ShouldBe([0, 1, 2, 3]);

    [Theory]
    [InlineData("text/plain", new byte[] { 0xC3, 0xA9 })]
    [InlineData("text/plain; charset=utf-8", new byte[] { 0xC3, 0xA9 })]
    [InlineData("text/plain; charset=\"iso-8859-1\"", new byte[] { 0xE9 })]
    [InlineData("text/plain; charset=windows-1252", new byte[] { 0xE9 })]
    [InlineData("text/plain; charset=utf-16", new byte[] { 0xE9, 0x00 })]
    public void A_body_is_sent_in_the_charset_of_its_content_type(string contentType, byte[] expected) =>
        Single($"POST http://h/ HTTP/1.1\nContent-Type: {contentType}\n\né\n").Body.ToArray().ShouldBe(expected);

    [Fact]
    public void A_file_in_utf_8_with_mark_utf_16_or_latin_1_reads_the_same()
    {
        const string Session = "POST http://h/ HTTP/1.1\nX-Name: Zoë\n\né\n";
        byte[][] files =
        [
            Encoding.UTF8.GetBytes(Session), [0xEF, 0xBB, 0xBF, .. Encoding.UTF8.GetBytes(Session)],
            [0xFF, 0xFE, .. Encoding.Unicode.GetBytes(Session)], [0xFE, 0xFF, .. Encoding.BigEndianUnicode.GetBytes(Session)],
            Encoding.Latin1.GetBytes(Session),
        ];

        foreach (var file in files)
        {
            var request = Read(file, out _).Requests.ShouldHaveSingleItem().Plan;
            request.Headers.ShouldBe([new HeaderField("X-Name", "Zoë")]);
            Text(request).ShouldBe("é");
        }
    }

    [Fact]
    public void Lengths_and_framing_are_left_to_dyno()
    {
        var request = Read("POST http://h/ HTTP/1.1\nContent-Length: 999\nTransfer-Encoding: chunked\n\nx"u8.ToArray(), out var problems)
            .Requests.ShouldHaveSingleItem().Plan;

        request.Headers.ShouldBeEmpty();
        problems.Warnings.ShouldHaveSingleItem().ToString().ShouldBe(
            "s.websurge:3:1: \"Transfer-Encoding\" is left out: Dyno sends the body whole, with its length");
    }

    [Fact]
    public void User_and_password_in_a_url_become_a_header_unless_there_is_one()
    {
        Single("GET http://Aladdin:open%20sesame@h/ HTTP/1.1").Headers
            .ShouldBe([new HeaderField("Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")]);
        Single("GET http://a:b@h/ HTTP/1.1\nAuthorization: Bearer x").Headers
            .ShouldBe([new HeaderField("Authorization", "Bearer x")]);
    }

    [Fact]
    public void What_has_no_effect_is_said()
    {
        Read(Encoding.UTF8.GetBytes("GET http://h/ HTTP/2\n\nbody\n" + Line + Options("""
            { "NoProgressEvents": true,
              "TrackPerSessionCookies": true,
              "SomethingNew": 1 }
            """)), out var problems);

        problems.Warnings.Select(w => w.ToString()).ShouldBe(
        [
            "s.websurge:1:1: the version HTTP/2 in the request line has no effect  -> use --http2 for HTTP/2",
            "s.websurge:3:1: the body of a GET request is not sent  -> use POST, or remove the body",
            "s.websurge:8:3: TrackPerSessionCookies has no effect: cookies that the server sets are not sent back  -> write the login into Users; in a .http file, # @after login keeps the cookies",
            "s.websurge:9:3: the option \"SomethingNew\" is not known and has no effect",
        ]);
    }

    [Fact]
    public void Where_users_log_in_cookies_go_with_the_requests_behind_the_login()
    {
        const string Requests = $"POST http://h/login HTTP/1.1\n\nuser=recorded{Line}GET http://h/a HTTP/1.1{Line}GET http://h/b HTTP/1.1{Line}";
        var set = Read(Encoding.UTF8.GetBytes(Requests + Options("""
            { "TrackPerSessionCookies": true, "RandomizeRequests": true,
              "Users": [ { "LoginUrls": [ { "Url": "http://h/login", "FormVariables": [ { "Key": "user", "Value": "ann" } ] } ] } ] }
            """)), out var problems);

        set.Requests.Select(r => string.Join(' ', r.Needs)).ShouldBe(["", "session", "session"]);
        set.Requests[0].Label.ShouldBe("session");
        problems.Warnings.ShouldHaveSingleItem().What.ShouldStartWith("the order is not random");
    }

    [Fact]
    public void Tunnels_are_left_out() =>
        Read("CONNECT h:443 HTTP/1.1\nHost: h" + Line + "GET http://h/ HTTP/1.1").Requests.Length.ShouldBe(1);

    private static string Options(string json) => $"----- Start WebSurge Options -----\n{json}\n----- End WebSurge Options -----\n";

    private static string Text(HttpRequestPlan request) => Encoding.UTF8.GetString(request.Body.Span);

    private static HttpRequestPlan Single(string session) => Read(session).Requests.ShouldHaveSingleItem().Plan;

    private static RequestSet Read(string session) => Read(Encoding.UTF8.GetBytes(session), out _);

    private static RequestSet Read(byte[] session, out ProblemList problems)
    {
        problems = new ProblemList();
        var set = SessionReader.Read("s.websurge", session, problems);
        problems.ThrowIfAny();
        return set;
    }
}
