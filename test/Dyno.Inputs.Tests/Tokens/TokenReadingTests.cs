namespace Dyno.Inputs.Tests;

/// <summary>How logins are written, and what is said about wrong ones.</summary>
public sealed class TokenReadingTests : IDisposable
{
    private const string Login = "\"Type\": \"OAuth2\", \"Grant Type\": \"Client Credentials\", \"Token URL\": \"https://issuer.test/token\", \"Client ID\": \"load\", \"Client Secret\": \"t0p-secret\"";
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-tokens-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("\"Type\": \"Basic\"", "Dyno logs in with OAuth2, not with \"Basic\"", "\"Type\": \"OAuth2\"")]
    [InlineData("\"Type\": \"OAuth2\"", "the login \"api\" has no \"Grant Type\"", "\"Grant Type\": \"Client Credentials\"")]
    [InlineData("\"Type\": \"OAuth2\", \"Grant Type\": \"Authorization Code\"", "this grant needs a person at a browser", "\"Grant Type\": \"Refresh Token\"")]
    [InlineData("\"Type\": \"OAuth2\", \"Grant Type\": \"Sorcery\"", "this grant is not known", "Client Credentials, Password or Refresh Token")]
    [InlineData("\"Type\": \"OAuth2\", \"Grant Type\": \"Client Credentials\"", "the \"Token URL\" is missing", "\"Token URL\": \"https://issuer/oauth/token\"")]
    [InlineData("\"Type\": \"OAuth2\", \"Grant Type\": \"Password\", \"Token URL\": \"https://i/t\", \"Client ID\": \"x\"", "the \"Username\" is missing", "{{$processEnv USERNAME}}")]
    [InlineData(Login + ", \"Client Credentials\": \"by pigeon\"", "this is no way to send the client's id and secret", "\"in body\", \"basic\" or \"none\"")]
    [InlineData(Login + ", \"Scop\": \"read\"", "\"Scop\" is not known", "write \"Scope\"")]
    public void A_wrong_configuration_is_told_with_what_to_write(string configuration, string what, string instead)
    {
        WriteEnvironment(configuration);
        var wrong = Should.Throw<UserFault>(() => Read("GET http://h.test/\nAuthorization: Bearer {{$auth.token(\"api\")}}\n"));
        wrong.Problems.ShouldContain(p => p.ToString().Contains(what) && p.ToString().Contains(instead));
        wrong.Problems[0].ToString().ShouldContain("http-client.env.json");
        wrong.ToString().ShouldNotContain("t0p-secret");
    }

    [Theory]
    [InlineData("{{$auth.token(\"ap\")}}", "there is no login \"ap\"", "{{$auth.token(\"api\")}}")]
    [InlineData("{{$auth.tokken(\"api\")}}", "this is not a token", "{{$auth.token(\"id\")}}")]
    [InlineData("{{$auth.token(api)}}", "this is not a token", "{{$auth.token(\"id\")}}")]
    public void A_wrong_reference_is_told_with_what_to_write(string slot, string what, string instead)
    {
        WriteEnvironment(Login);
        var wrong = Should.Throw<UserFault>(() => Read($"GET http://h.test/\nAuthorization: Bearer {slot}\n"));
        wrong.Message.ShouldContain(what);
        wrong.Message.ShouldContain(instead);
    }

    [Fact]
    public void A_login_of_an_environment_that_was_not_chosen_names_the_option()
    {
        WriteEnvironment(Login);
        var wrong = Should.Throw<UserFault>(() => Read("GET http://h.test/\nX: {{$auth.token(\"api\")}}\n", request => request with { HttpEnvironment = null }));
        wrong.Message.ShouldContain("--http-env dev");
    }

    [Theory]
    [InlineData("# @token\nPOST http://h.test/login\n\n### x\nGET http://h.test/\n", "a login with # @token needs a name", "# @name login")]
    [InlineData("### login\n# @token forever\nPOST http://h.test/login\n\n### x\nGET http://h.test/\n", "@token does not take \"forever\"", "lifetime=10m")]
    [InlineData("### login\n# @token lifetime=soon\nPOST http://h.test/login\n\n### x\nGET http://h.test/\n", "this is not a time: \"soon\"", "# @token lifetime=10m")]
    [InlineData("### login\n# @token value=$[\nPOST http://h.test/login\n\n### x\nGET http://h.test/\n", "no JSONPath", "$.items[0].id")]
    [InlineData("### login\n# @token\nPOST http://h.test/login\n", "the file has only logins", "write the requests that use their tokens")]
    [InlineData("### login\n# @token\n# @once\nPOST http://h.test/login\n\n### x\nGET http://h.test/\nX: {{login.response.body.$.t}}\n", "a login has either # @token or # @once", "remove one of them")]
    [InlineData("### a\nGET http://h.test/\n\n### login\n# @token\nPOST http://h.test/{{a.response.body.*}}\n\n### x\nGET http://h.test/\nX: {{login.response.body.$.t}}\n", "cannot use the answer of another request", "# @once")]
    [InlineData("### login\n# @token\nPOST http://h.test/login\n\n### x\nGET http://h.test/\nX: {{login.request.body.$.t}}\n", "the content of the login \"login\" is not known", "{{login.response.body.$.token}}")]
    public void A_wrong_directive_is_told_with_what_to_write(string file, string what, string instead)
    {
        var wrong = Should.Throw<UserFault>(() => Read(file));
        wrong.Message.ShouldContain(what);
        wrong.Message.ShouldContain(instead);
    }

    [Fact]
    public void Requests_with_tokens_go_over_the_wire_and_the_login_is_no_step()
    {
        var plan = Read("### login\n# @token\nPOST http://h.test/login\n\n### x\nGET http://h.test/\nX: {{login.response.body.$.t}}\n");
        var scenario = plan.Scenarios.ShouldHaveSingleItem();
        scenario.Workload.Driver.ShouldNotBe("client");
        scenario.Workload.Steps.Select(s => s.Name).ShouldBe(["x"]);
        var tokens = plan.Companions.ShouldHaveSingleItem().ShouldBeOfType<TokenSet>();
        (tokens.Name, tokens.IsPerUser, tokens.Count).ShouldBe(("login", false, 1));
    }

    [Theory]
    [InlineData("# @token per user", 7)]
    [InlineData("# @token shared", 1)]
    [InlineData("# @token", 1)]
    public void A_login_is_for_all_users_or_for_each(string directive, int logins)
    {
        var plan = Read($"### login\n{directive}\nPOST http://h.test/login\n\n### x\nGET http://h.test/\nX: {{{{login.response.body.$.t}}}}\n", r => r with { Connections = 7 });
        ((TokenSet)plan.Companions[0]).Count.ShouldBe(logins);
    }

    [Fact]
    public void A_login_that_nobody_uses_is_not_carried_out_and_warned_of()
    {
        WriteEnvironment(Login);
        var warnings = new List<Problem>();
        var plan = InputReader.Read(new LoadRequest { Target = Write("a.http", "### login\n# @token\nPOST http://h.test/login\n\n### x\nGET http://h.test/\n"), HttpEnvironment = "dev" }, warnings);
        plan.Companions.ShouldBeEmpty();
        warnings.Single().ToString().ShouldContain("no request uses the token of \"login\"");
    }

    [Fact]
    public void Inspecting_shows_where_the_token_comes_from_and_no_secret()
    {
        WriteEnvironment(Login);
        var json = InputReader.Inspect(new LoadRequest { Target = Write("a.http", "GET http://h.test/\nAuthorization: Bearer {{$auth.token(\"api\")}}\n"), HttpEnvironment = "dev" }).ToJson();
        json.ShouldContain("token of the login api, renewed before it expires");
        json.ShouldNotContain("t0p-secret");
    }

    [Fact]
    public void A_file_with_a_login_can_be_written_again()
    {
        var path = Write("a.http", "### login\n# @token per user lifetime=10m\nPOST http://h.test/login\n\n### x\nGET http://h.test/\nX: {{login.response.body.$.t}}\n");
        var written = InputConverter.Convert(new LoadRequest { Target = path }, Path.Combine(_folder, "b.http"), []).First();
        var text = System.Text.Encoding.UTF8.GetString(written.Content.Span);
        text.ShouldContain("# @token per user lifetime=10m\n");
        text.ShouldContain("X: {{login.response.body.$.t}}");
    }

    [Fact]
    public void The_servers_of_logins_are_among_those_of_a_load()
    {
        WriteEnvironment(Login);
        var path = Write("a.http", "GET http://h.test/\nAuthorization: Bearer {{$auth.token(\"api\")}}\n");
        InputReader.ReadServers(new LoadRequest { Target = path, HttpEnvironment = "dev" }).Select(s => s.Host).ShouldBe(["h.test", "issuer.test"]);
    }

    [Fact]
    public void Auth_without_any_login_says_how_to_write_one() =>
        Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Target = Write("a.websurge", "GET http://h.test/ HTTP/1.1\n"), Auth = "api" })).Message
            .ShouldContain("there is no login \"api\"");

    private TestPlan Read(string text, Func<LoadRequest, LoadRequest>? change = null)
    {
        var request = new LoadRequest { Target = Write("a.http", text), HttpEnvironment = File.Exists(Path.Combine(_folder, "http-client.env.json")) ? "dev" : null };
        return InputReader.Read(change?.Invoke(request) ?? request);
    }

    private void WriteEnvironment(string configuration) =>
        Write("http-client.env.json", $$"""{ "dev": { "Security": { "Auth": { "api": { {{configuration}} } } } } }""");

    private string Write(string name, string text)
    {
        var path = Path.Combine(_folder, name);
        File.WriteAllText(path, text);
        return path;
    }
}
