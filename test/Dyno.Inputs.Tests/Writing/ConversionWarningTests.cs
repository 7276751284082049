namespace Dyno.Inputs.Tests;

/// <summary>What the new language says differently, or not at all, is told with its line and column and what to do about it.</summary>
public sealed class ConversionWarningTests : IDisposable
{
    private const string AsksForMore = """
        # @load rate=200/s duration=1500ms arrivals=poisson graceful-stop=5s warmup=2s timeout=1500ms delay=250ms random-order=true
        # @check status < 500
        # @threshold p99 < 1s
        # @data users.csv random

        ### login
        POST http://localhost:5000/login HTTP/2
        Content-Type: application/json

        {"user":"{{name}}","password":"hunter2body"}

        ### orders
        # @after login
        # @check status == 200
        # @threshold p95 < 200ms
        GET http://localhost:5000/orders?api_key=hunter2key
        Authorization: Bearer hunter2token
        X-Foo: Bearer "hunter2 quoted"
        """;

    private const string CannotBeSaid = """
        # @load iterations=10

        ### a
        # @weight 3
        GET http://localhost:5000/{{$guid}}

        ### login
        POST http://localhost:5000/login

        {"user":"u"}

        ### b
        GET http://localhost:5000/b
        Authorization: Bearer {{login.response.body.$.token}}
        Content-Type: text/plain

        a body
        """;

    private const string Session = """
        POST http://localhost:5000/login HTTP/1.1
        Content-Type: application/json
        Websurge-Request-Name: Log in
        Websurge-Request-SortNoRandomize: true

        {"user":"recorded"}

        ------------------------------------------------------------------

        GET http://localhost:5000/albums HTTP/1.1
        Cookie: session=hunter2cookie

        ----- Start WebSurge Options -----
        { "RandomizeRequests": true, "TrackPerSessionCookies": true,
          "Users": [ { "LoginUrls": [ { "Url": "http://localhost:5000/login", "RawContent": "{\"user\":\"ann\"}" } ] },
                     { "LoginUrls": [ { "Url": "http://localhost:5000/login", "RawContent": "{\"user\":\"bo\"}" } ] } ] }
        ----- End WebSurge Options -----
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-convert-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Everything_that_is_told_is_the_approved_text()
    {
        File.WriteAllText(Path.Combine(_folder, "users.csv"), "name\nann\n");
        var told = new StringBuilder();
        Convert("more.http", AsksForMore, "more.websurge", told);
        Convert("cannot.http", CannotBeSaid, "cannot.websurge", told);
        Convert("session.websurge", Session, "session.http", told);
        Convert("again.websurge", Session, "session.websurge", told);
        told.ToString().ShouldNotContain("hunter2");
        Approval.Verify(told.ToString(), "ConversionWarnings");
    }

    [Fact]
    public void Users_of_a_session_become_rows_beside_the_new_file()
    {
        File.WriteAllText(Path.Combine(_folder, "session.websurge"), Session);

        var files = InputConverter.Convert(new LoadRequest { Target = Path.Combine(_folder, "session.websurge") }, Path.Combine(_folder, "new.http"));

        files.Select(f => Path.GetFileName(f.Path)).ShouldBe(["new.http", "new.users.csv"]);
        Encoding.UTF8.GetString(files[0].Content.Span).ShouldContain("# @data file=new.users.csv order=per-user\n");
        Encoding.UTF8.GetString(files[1].Content.Span).ShouldBe("user_value_1\n\"{\"\"user\"\":\"\"ann\"\"}\"\n\"{\"\"user\"\":\"\"bo\"\"}\"\n");
    }

    [Fact]
    public void A_k6_script_has_quotes_and_other_alphabets_as_people_write_them()
    {
        File.WriteAllText(Path.Combine(_folder, "quotes.http"), "POST http://localhost:5000/a\nContent-Type: application/json\n\n{\"name\": \"Žofie & söhne <1+1>\"}\n");

        var script = InputConverter.Convert(new LoadRequest { Target = Path.Combine(_folder, "quotes.http") }, Path.Combine(_folder, "quotes.js")).Single();

        var text = Encoding.UTF8.GetString(script.Content.Span);
        text.ShouldContain("Žofie & söhne <1+1>");
        text.ShouldNotContain("\\u");
    }

    private void Convert(string name, string text, string output, StringBuilder told)
    {
        File.WriteAllText(Path.Combine(_folder, name), text);
        told.Append($"=== {name} as {output}\n");
        var warnings = new List<Problem>();
        try
        {
            InputConverter.Convert(new LoadRequest { Target = Path.Combine(_folder, name) }, output, warnings);
            foreach (var warning in warnings) told.Append($"warning: {Scrubbed(warning)}\n");
        }
        catch (UserFault refused)
        {
            foreach (var problem in refused.Problems) told.Append($"refused: {Scrubbed(problem)}\n");
        }

        told.Append('\n');
    }

    private string Scrubbed(Problem problem) => problem.ToString().Replace(_folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);
}
