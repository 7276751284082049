namespace Dyno.Inputs.Tests;

/// <summary>Whole runs of loads whose requests carry tokens, at a real issuer and API.</summary>
public sealed class TokenRunTests : IAsyncLifetime
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-tokens-").FullName;
    private TokenIssuer _issuer = null!;

    public async ValueTask InitializeAsync() => _issuer = await TokenIssuer.StartAsync();

    public async ValueTask DisposeAsync()
    {
        await _issuer.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }

    [Theory]
    [InlineData(DriverChoice.Auto)]
    [InlineData(DriverChoice.Portable)]
    [InlineData(DriverChoice.HttpClient)]
    public async Task Every_request_carries_the_token_of_the_environment_whatever_driver_sends_it(DriverChoice driver)
    {
        WriteEnvironment();
        var file = Write("api.http", $"GET {_issuer.Url}orders\nAuthorization: Bearer {{{{$auth.token(\"api\")}}}}\n");
        var result = await RunAsync(new LoadRequest { Target = file, HttpEnvironment = "dev", Driver = driver, Iterations = 50, Connections = 4 });

        result.Measured.Statuses.ShouldBe(new Dictionary<int, long> { [200] = 50 });
        (_issuer.Issued, _issuer.Used.Count).ShouldBe((1, 1));
        result.Measured.Steps.Select(s => s.Name).ShouldBe(["GET /orders"]); // the login is in no figure
        result.Health.Findings.ShouldNotContain(f => f.Rule == "expired-token");
    }

    [Fact]
    public async Task A_token_is_renewed_while_the_load_runs_and_no_request_fails()
    {
        _issuer.Lifetime = TimeSpan.FromSeconds(1.2);
        WriteEnvironment();
        var file = Write("api.http", $"GET {_issuer.Url}orders\nAuthorization: Bearer {{{{$auth.token(\"api\")}}}}\n");
        var result = await RunAsync(new LoadRequest { Target = file, HttpEnvironment = "dev", Rate = "100/s", Duration = "3s" });

        result.Measured.Statuses.Keys.ShouldBe([200]);
        _issuer.Issued.ShouldBeInRange(3, 6);
        _issuer.Used.Count.ShouldBeInRange(3, _issuer.Issued); // on a busy machine a token may be renewed before its first use
        var asked = _issuer.Asked.Count;
        await Task.Delay(1500, TestContext.Current.CancellationToken);
        _issuer.Asked.Count.ShouldBe(asked, "nobody logs in after the load");
    }

    [Theory]
    [InlineData("{{login.response.body.$.data.token}}", "# @token expires=$.data.until")]
    [InlineData("{{$auth.token(\"login\")}}", "# @token value=$.data.token")]
    public async Task A_request_with_token_above_it_is_a_login(string slot, string directive)
    {
        var file = Write("api.http", """
            @host = HOST
            ### login
            DIRECTIVE
            POST {{host}}/login

            { "user": "ann" }

            ### orders
            GET {{host}}/orders
            Authorization: Bearer SLOT

            ### after
            GET {{host}}/{{orders.response.body.*}}?token=SLOT
            """.Replace("HOST", _issuer.Url.AbsoluteUri.TrimEnd('/'), StringComparison.Ordinal).Replace("DIRECTIVE", directive, StringComparison.Ordinal)
            .Replace("SLOT", slot, StringComparison.Ordinal));
        var result = await RunAsync(new LoadRequest { Target = file, Iterations = 6, Connections = 2 });

        result.Measured.Statuses.ShouldBe(new Dictionary<int, long> { [200] = 12 });
        (_issuer.Issued, _issuer.Owners.Values.Single()).ShouldBe((1, "ann"));
    }

    [Fact]
    public async Task Each_user_logs_in_with_its_own_row()
    {
        var data = Write("users.csv", "name\nann\nbob\ncid\n");
        var file = Write("api.http", $$$"""
            ### login
            # @token
            POST {{{_issuer.Url}}}login

            { "user": "{{name}}" }

            ### orders
            GET {{{_issuer.Url}}}orders
            Authorization: Bearer {{login.response.body.$.data.token}}
            """);
        var result = await RunAsync(new LoadRequest { Target = file, DataFile = data, Iterations = 60, Connections = 8, Threads = 2 });

        result.Measured.Statuses.ShouldBe(new Dictionary<int, long> { [200] = 60 });
        _issuer.Owners.Values.Order().ShouldBe(["ann", "bob", "cid"]);
        _issuer.Used.Count.ShouldBe(3);
    }

    [Fact]
    public async Task Auth_sends_a_token_with_each_request_of_a_URL()
    {
        WriteEnvironment();
        var file = Write("x.http", $"GET {_issuer.Url}orders\n\n###\nGET {_issuer.Url}own\nAuthorization: Bearer own\n");
        var result = await RunAsync(new LoadRequest { Target = file, Auth = "api", HttpEnvironment = "dev", Iterations = 3, Connections = 1 });

        result.Measured.Statuses.ShouldBe(new Dictionary<int, long> { [200] = 3, [401] = 3 });
        _issuer.Used["own"].ShouldBe(3);
    }

    [Fact]
    public async Task A_login_that_is_refused_ends_the_run_before_it_begins()
    {
        WriteEnvironment(secret: "wr0ng");
        var file = Write("api.http", $"GET {_issuer.Url}orders\nAuthorization: Bearer {{{{$auth.token(\"api\")}}}}\n");
        var request = new LoadRequest { Target = file, HttpEnvironment = "dev", Iterations = 1, Connections = 1 };
        var fault = await Should.ThrowAsync<UserFault>(() => RunAsync(request));
        fault.Message.ShouldBe($"the login \"api\" failed: POST {_issuer.Url}token answered 401 (invalid_client: Client authentication failed)");
        _issuer.Used.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_token_that_expires_while_its_issuer_fails_strains_the_run()
    {
        _issuer.Lifetime = TimeSpan.FromSeconds(0.8);
        WriteEnvironment();
        var file = Write("api.http", $"GET {_issuer.Url}orders\nAuthorization: Bearer {{{{$auth.token(\"api\")}}}}\n");
        var run = RunAsync(new LoadRequest { Target = file, HttpEnvironment = "dev", Rate = "50/s", Duration = "2500ms" });
        while (_issuer.Used.IsEmpty) await Task.Delay(5, TestContext.Current.CancellationToken);
        _issuer.FailsWith = 503;
        var result = await run;

        result.Measured.Statuses[401].ShouldBe(_issuer.Refused);
        var finding = result.Health.Findings.Single(f => f.Rule == "expired-token");
        finding.State.ShouldBe(HealthState.Strained);
        finding.Message.ShouldContain($"POST {_issuer.Url}token answered 503): failures of that time (401, 403) say nothing about the server.");
        RunResultText(result).ShouldNotContain(TokenIssuer.ClientSecret);
        RunResultText(result).ShouldNotContain("xxxxxxxx");
    }

    private static string RunResultText(RunResult result) => RunResultJson.Write(result);

    private void WriteEnvironment(string secret = TokenIssuer.ClientSecret) => Write("http-client.env.json", $$"""
        { "dev": { "Security": { "Auth": { "api": { "Type": "OAuth2", "Grant Type": "Client Credentials", "Token URL": "{{_issuer.Url}}token",
          "Client ID": "{{TokenIssuer.ClientId}}", "Client Secret": "{{secret}}", "Client Credentials": "basic", "Scope": "read" } } } } }
        """);

    private static Task<RunResult> RunAsync(LoadRequest request) =>
        Runner.RunAsync(InputReader.Read(request), new RunnerOptions { Machine = new QuietMachine() });

    private string Write(string name, string text)
    {
        var path = Path.Combine(_folder, name);
        File.WriteAllText(path, text);
        return path;
    }

    private sealed class QuietMachine : IMachineProbe
    {
        public void Begin()
        {
        }

        public EnvironmentRecord End() => new() { OperatingSystem = "test", Architecture = "test", LogicalCpus = 2 };
    }
}
