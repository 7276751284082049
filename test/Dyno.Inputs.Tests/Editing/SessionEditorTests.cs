namespace Dyno.Inputs.Tests;

/// <summary>Only the lines that are meant change, whatever else stands in the file.</summary>
public sealed class SessionEditorTests
{
    private const string Api = """
        # @load rate=200/s
        @host = http://localhost:5000

        // mine, and nobody else's
        ### login
        # @check status == 200
        POST {{host}}/login HTTP/1.1
        Content-Type: application/json
        # a comment among the headers
        X-Long: one
          two

        { "user": "a" }

        > {% client.log("kept") %}

        ### orders
        GET {{host}}/orders
            ?page=1
        Accept: */*

        """;

    private const string Session = """
        GET http://localhost/a HTTP/1.1
        Accept: */*
        Websurge-Request-Name: first

        ------------------------------------------------------------------

        POST http://localhost/b HTTP/1.1
        Websurge-Request-Name: second

        {"a":1}

        HTTP/1.1 200 OK
        Content-Type: text/plain

        a stored answer

        ------------------------------------------------------------------

        ----- Start WebSurge Options -----
        { "LastThreads": 4 }
        ----- End WebSurge Options -----

        """;

    [Theory]
    [InlineData("a.http", "GET http://localhost/a?n=1\n\n###\n\nGET http://localhost/a?n=1\nAccept: */*\n\n###\nPOST http://localhost/b\n\nx\n")]
    [InlineData("a.websurge", "GET http://localhost/a?n=1 HTTP/1.1\nWebsurge-Request-Inactive: 1\n\n------------------------------------------------------------------\n\n"
        + "GET http://localhost/a?n=1 HTTP/1.1\n\n------------------------------------------------------------------\n\nPOST http://localhost/b HTTP/1.1\n\nx\n")]
    public void The_line_of_a_request_finds_it_where_several_look_alike(string name, string text)
    {
        var folder = Directory.CreateTempSubdirectory("dyno-test-").FullName;
        var file = Path.Combine(folder, name);
        File.WriteAllText(file, text);
        try
        {
            var last = SessionEditor.Outline(file, text).Requests[^1];
            var found = InputReader.ReadRequests(new LoadRequest { Target = file }, last.Line).ShouldHaveSingleItem();
            (found.Method, found.Url.AbsolutePath).ShouldBe((last.Method, "/b"));
            InputReader.ReadRequests(new LoadRequest { Target = file }, 1000).ShouldBeEmpty();
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void Requests_are_read_with_their_lines()
    {
        var outline = SessionEditor.Outline("api.http", Api);

        outline.Variables.ShouldBe([new OutlinedLine("host", "http://localhost:5000", 2)]);
        outline.Requests.Select(r => (r.Name, r.Method, r.Url, r.Line)).ShouldBe([("login", "POST", "{{host}}/login", 7), ("orders", "GET", "{{host}}/orders?page=1", 18)]);
        outline.Requests[0].Headers.ShouldBe([new OutlinedLine("Content-Type", "application/json", 8), new OutlinedLine("X-Long", "one two", 10)]);
        outline.Requests[0].Body.ShouldBe("""{ "user": "a" }""");
        outline.Requests[0].Checks.ShouldBe([new OutlinedCheck("status == 200", 6)]);
    }

    [Fact]
    public void A_request_that_is_not_changed_keeps_every_byte()
    {
        foreach (var (path, text) in ((string, string)[])[("api.http", Api), ("s.websurge", Session), ("crlf.http", Api.ReplaceLineEndings("\r\n")), ("end.http", Api.TrimEnd())])
            foreach (var request in SessionEditor.Outline(path, text).Requests)
                SessionEditor.Apply(path, text, new SessionEdit { Change = request }).ShouldBe(text, path);
    }

    [Fact]
    public void A_change_replaces_its_own_lines_and_no_other()
    {
        var login = SessionEditor.Outline("api.http", Api).Requests[0];
        var changed = login with
        {
            Name = "sign in",
            Url = "{{host}}/signin",
            Headers = [login.Headers[0] with { Value = "text/json" }, login.Headers[1], new OutlinedLine("X-New", "1")],
            Body = "{\n  \"user\": \"b\"\n}",
            Checks = [.. login.Checks, new OutlinedCheck("body contains \"ok\"")],
        };

        SessionEditor.Apply("api.http", Api, new SessionEdit { Change = changed }).ShouldBe(Api
            .Replace("### login", "### sign in", StringComparison.Ordinal)
            .Replace("# @check status == 200\n", "# @check status == 200\n# @check body contains \"ok\"\n", StringComparison.Ordinal)
            .Replace("/login HTTP", "/signin HTTP", StringComparison.Ordinal)
            .Replace("application/json", "text/json", StringComparison.Ordinal)
            .Replace("  two\n", "  two\nX-New: 1\n", StringComparison.Ordinal)
            .Replace("{ \"user\": \"a\" }", "{\n  \"user\": \"b\"\n}", StringComparison.Ordinal));
    }

    [Fact]
    public void Line_ends_of_the_file_are_kept()
    {
        var text = Api.ReplaceLineEndings("\r\n");
        var orders = SessionEditor.Outline("api.http", text).Requests[1];

        SessionEditor.Apply("api.http", text, new SessionEdit { Change = orders with { Headers = [.. orders.Headers, new OutlinedLine("X", "1")] } })
            .ShouldBe(text.Replace("Accept: */*\r\n", "Accept: */*\r\nX: 1\r\n", StringComparison.Ordinal));
    }

    [Fact]
    public void Headers_and_checks_that_are_taken_away_go_with_all_their_lines()
    {
        var login = SessionEditor.Outline("api.http", Api).Requests[0];

        SessionEditor.Apply("api.http", Api, new SessionEdit { Change = login with { Headers = [login.Headers[0]], Checks = [], Body = "" } }).ShouldBe(Api
            .Replace("X-Long: one\n  two\n", "", StringComparison.Ordinal).Replace("# @check status == 200\n", "", StringComparison.Ordinal).Replace("{ \"user\": \"a\" }\n", "", StringComparison.Ordinal));
    }

    [Fact]
    public void A_session_keeps_its_options_and_stored_answers()
    {
        var second = SessionEditor.Outline("s.websurge", Session).Requests[1];
        second.Body.ShouldBe("{\"a\":1}");

        SessionEditor.Apply("s.websurge", Session, new SessionEdit { Change = second with { Name = "other", Body = "{\"a\":2}", IsActive = false } }).ShouldBe(Session
            .Replace("Request-Name: second\n", "Request-Inactive: 1\nWebsurge-Request-Name: other\n", StringComparison.Ordinal).Replace("{\"a\":1}", "{\"a\":2}", StringComparison.Ordinal));
    }

    [Theory, InlineData("api.http", Api), InlineData("s.websurge", Session)]
    public void Requests_are_added_copied_moved_and_removed_whole(string path, string text)
    {
        var before = Names(text);
        var added = Apply(text,
            new SessionEdit { Add = new OutlinedRequest { Index = 0, Line = 0, Name = "third", Label = "", Method = "GET", Url = "http://localhost/c", Headers = [], Body = "", Checks = [] } });
        Names(added).ShouldBe([.. before, "third"]);
        Names(Apply(added, new SessionEdit { Copy = 0 })).ShouldBe([before[0], before[0], before[1], "third"]);
        Names(Apply(added, new SessionEdit { Move = new RequestMove(2, 0) })).ShouldBe(["third", .. before]);
        Names(Apply(added, new SessionEdit { Remove = 1 })).ShouldBe([before[0], "third"]);
        Apply(added, new SessionEdit { Remove = 1 }).ShouldContain(path == "api.http" ? "// mine, and nobody else's" : "\"LastThreads\": 4");
        SessionEditor.Outline(path, Apply(added, new SessionEdit { Move = new RequestMove(2, 0) }))
            .Requests[2].Body.ShouldBe(SessionEditor.Outline(path, text).Requests[1].Body);

        string Apply(string old, SessionEdit edit) => SessionEditor.Apply(path, old, edit);
        List<string> Names(string of) => [.. SessionEditor.Outline(path, of).Requests.Select(request => request.Name)];
    }

    [Fact]
    public void Variables_are_changed_added_and_removed()
    {
        var changed = SessionEditor.Apply("api.http", Api, new SessionEdit { Variables = [new OutlinedLine("host", "http://localhost:1", 2), new OutlinedLine("page", "2")] });
        changed.ShouldBe(Api.Replace("@host = http://localhost:5000\n", "@host = http://localhost:1\n@page = 2\n", StringComparison.Ordinal));

        SessionEditor.Apply("api.http", Api, new SessionEdit { Variables = [] }).ShouldBe(Api.Replace("@host = http://localhost:5000\n", "", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("GET", "http://a\nX: 1", "", "the URL")]
    [InlineData("G E T", "http://a", "", "is not a method")]
    [InlineData("GET", "http://a", "one\n### two", "end of the request")]
    public void What_would_be_read_as_something_else_is_refused(string method, string url, string body, string problem)
    {
        var request = SessionEditor.Outline("api.http", Api).Requests[0] with { Method = method, Url = url, Body = body };

        Should.Throw<UserFault>(() => SessionEditor.Apply("api.http", Api, new SessionEdit { Change = request })).Message.ShouldContain(problem);
    }
}
