namespace Dyno.Cli.EndToEnd.Tests;

public sealed class HttpFileTests : EndToEndTest
{
    [Fact]
    [Trait("Length", "Long")]
    public async Task The_file_of_a_new_project_runs_unchanged_and_with_the_program_that_dyno_starts()
    {
        await NewProjectAsync();
        var file = await File.ReadAllTextAsync(Workspace["Api/Api.http"], Cancelled);
        var outcome = await DynoAsync("run", "Api/Api.http", "--subject", "Api", "-c", "2", "-i", "20", "--result", "result.json");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("Statuses   200 × 20");
        var step = RunResultJson.ReadFile(Workspace["result.json"]).Measured.Steps.ShouldHaveSingleItem();
        step.Name.ShouldBe("GET /weatherforecast/");
        (await File.ReadAllTextAsync(Workspace["Api/Api.http"], Cancelled)).ShouldBe(file);
    }

    [Fact]
    public async Task Dependent_requests_run_in_order_beside_static_ones_and_no_secret_stands_in_the_result()
    {
        await using var server = await KestrelServer.StartAsync(answer: AnswerAsync);
        await WriteAsync(server.Url, """
            # @load iterations=10 connections=4
            # @threshold errors == 0

            ### health
            # @check status == 200
            GET {{host}}health?id={{$guid}}&key={{$processEnv PLANTED}}

            # @name login
            POST {{host}}login
            Content-Type: application/json

            { "password": "hunter2", "nonce": "{{$guid}}" }

            ###
            # @check status == 200
            GET {{host}}orders
            Authorization: Bearer {{login.response.body.$.token}}
            """.Replace("\n# @name", "\n###\n# @name", StringComparison.Ordinal));
        Workspace.Environment["PLANTED"] = "hunter2";
        var outcome = await DynoAsync("run", "Api.http", "--fail-on", "check", "--result", "result.json");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        server.Seen.Count(r => r.Target.StartsWith("/health", StringComparison.Ordinal)).ShouldBe(10);
        server.Seen.Where(r => r.Target.StartsWith("/health", StringComparison.Ordinal)).Select(r => r.Target).Distinct().Count().ShouldBe(10);
        server.Seen.Where(r => r.Target == "/login").Select(r => Convert.ToHexString(r.Body)).Distinct().Count().ShouldBe(10);
        server.Seen.Count(r => r.Target == "/orders").ShouldBe(10);
        (await File.ReadAllTextAsync(Workspace["result.json"], Cancelled)).ShouldNotContain("hunter2");
        outcome.ToString().ShouldNotContain("hunter2");
        var record = RunResultJson.ReadFile(Workspace["result.json"]).Plan;
        record.Scenarios.Select(s => s.Driver).ShouldBe([OperatingSystem.IsLinux() ? "linux" : "portable", "client"]);
    }

    [Fact]
    public async Task A_prompt_and_everything_else_that_is_wrong_is_told_at_once()
    {
        await WriteAsync(Server.Url, "# @prompt user\nGET {{hots}}x\n\n###\nPSOT {{host}}y\n");
        var outcome = await DynoAsync("run", "Api.http");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("Api.http:2:3: Dyno cannot ask for a value while a load runs");
        outcome.Error.ShouldContain("Api.http:3:5: the variable \"hots\" is not known  -> write {{host}}");
        outcome.Error.ShouldContain("Api.http:6:1: the method \"PSOT\" is not known  -> write POST");
        Server.Seen.ShouldBeEmpty();
    }

    [Fact]
    public async Task Inspect_prints_the_plan_and_sends_nothing()
    {
        await WriteAsync(Server.Url, "GET {{host}}hello\n");
        var outcome = await DynoAsync("inspect", "Api.http", "--rate", "50/s");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("\"why\": \"every byte is known before the run\"");
        outcome.Out.ShouldContain("\"executor\": \"constant-arrival-rate\"");
        Server.Seen.ShouldBeEmpty();
    }

    [Fact]
    public async Task Inspects_a_file_of_paths_for_a_program_that_is_not_started()
    {
        await File.WriteAllTextAsync(Workspace["Paths.http"], "GET /hello\n\n###\n\nGET /items?page=2\n", Cancelled);
        (await DynoAsync("inspect", "Paths.http")).Error.ShouldContain("or give --subject");

        var outcome = await DynoAsync("inspect", "Paths.http", "--subject", "nothing/is/built");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("http://subject/items?page=2");
    }

    private Task WriteAsync(Uri host, string text) => File.WriteAllTextAsync(Workspace["Api.http"], $"@host = {host}\n{text}", Cancelled);

    // What a user has after "dotnet new webapi", without packages that a machine may not be able to fetch.
    private async Task NewProjectAsync()
    {
        using var dotnet = Process.Start(new ProcessStartInfo("dotnet",
            ["new", "webapi", "--name", "Api", "--output", Workspace["Api"], "--no-openapi", "--no-https"])
        { RedirectStandardOutput = true })!;
        await dotnet.StandardOutput.ReadToEndAsync(Cancelled);
        await dotnet.WaitForExitAsync(Cancelled);
        dotnet.ExitCode.ShouldBe(0);
    }

    private static Task AnswerAsync(HttpContext context)
    {
        if (context.Request.Path == "/login") return context.Response.WriteAsync("""{ "token": "t-1" }""");
        if (context.Request.Path == "/orders" && context.Request.Headers.Authorization != "Bearer t-1") context.Response.StatusCode = 401;
        return context.Response.WriteAsync("{}");
    }
}
