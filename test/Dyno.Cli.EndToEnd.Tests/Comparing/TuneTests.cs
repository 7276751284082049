using HttpProtocols = Microsoft.AspNetCore.Server.Kestrel.Core.HttpProtocols;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno tune</c> of what is up already, without a file.</summary>
public sealed class TuneTests : FakeExperimentTest
{
    [Fact]
    public async Task The_most_connections_that_meet_a_goal_are_found_of_a_URL()
    {
        // More than eight at once are turned away.
        Serve(("target", new FakeServer { Seconds = 0.05, Room = 8 }));

        var outcome = await TuneAsync("http://localhost:1/", "--over", "connections=2..64", "--goal", "errors < 20%", "--trials", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var sweep = Compared.Sweep.ShouldNotBeNull();
        (sweep.Over, sweep.Find).ShouldBe(("connections", "goal"));
        (Found.Low, Found.High).ShouldBe((8, 9), outcome.ToString());
        Found.Confirmed.ShouldBe(3);
        outcome.Out.ShouldContain("meets errors < 20% up to 8 connections");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task The_best_of_some_numbers_of_streams_is_found_over_HTTP_2()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Protocols = HttpProtocols.Http2 }, async context =>
        {
            await Task.Delay(50, context.RequestAborted);
            await context.Response.WriteAsync("hello", context.RequestAborted);
        });

        var without = await TuneAsync(server.Url.AbsoluteUri, "--over", "streams=1,16");
        var outcome = await DynoProcess.RunAsync(Workspace, Words(server.Url.AbsoluteUri, "--over", "streams=1,16", "--http2", "-c", "1"));

        without.ExitCode.ShouldBe(ExitCode.WrongInput, without.ToString());
        without.Error.ShouldContain("add --http2");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        (Compared.Sweep!.Over, Compared.Sweep.Find).ShouldBe(("streams", "best"));
        Found.Low.ShouldBe(16, outcome.ToString());
        server.Seen.ShouldAllBe(request => request.Protocol == "HTTP/2");
    }

    [Theory]
    [InlineData("rate=20,40")]
    [InlineData("connections=1,4")]
    [InlineData("streams=1,4")]
    public async Task A_method_of_gRPC_is_tuned_with_types_from_a_file(string over)
    {
        var outcome = await TuneAsync("grpc://localhost:1/dyno.test.Echo/Get", OfGrpc(over));

        AllMeet(outcome);
        Compared.Sweep!.Points.Select(point => point.Rate).Order().ShouldBe(over.Split('=')[1].Split(',').Select(double.Parse), "as they were given");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_real_service_of_gRPC_answers_every_call_of_a_search()
    {
        await using var echo = await EchoServer.StartAsync();

        AllMeet(await DynoProcess.RunAsync(Workspace, Words($"grpc://{echo.Url.Authority}/dyno.test.Echo/Get", OfGrpc("streams=1,4"))));
    }

    [Fact]
    public async Task A_mistake_in_an_option_is_answered_with_the_option()
    {
        var outcome = await DynoAsync("tune", Url, "--goal", "p99 < 20");

        outcome.ExitCode.ShouldBe(ExitCode.WrongInput, outcome.ToString());
        outcome.Error.ShouldContain("command line: '20' is not a limit for p99");
        outcome.Error.ShouldContain("-> write --goal 'p99.9 < 20ms, errors < 0.1%'");
    }

    [Fact]
    public async Task A_variable_of_a_program_that_is_up_already_is_refused()
    {
        var outcome = await DynoAsync("tune", Url, "--over", "env.LIMIT=10,25");

        outcome.ExitCode.ShouldBe(ExitCode.WrongInput, outcome.ToString());
        outcome.Error.ShouldContain("add --subject PATH");
        Trials.Prepared.ShouldBeEmpty();
    }

    private SweepFinding Found => Compared.Sweep.ShouldNotBeNull().Findings.Single();

    private static string[] OfGrpc(string over) => ["-b", """{"key": "a", "delayMs": 5}""", "-H", "x-token: t",
        "--proto", Path.Combine(AppContext.BaseDirectory, "Grpc", "Protos", "echo.proto"), "--over", over, "--goal", "errors < 1%", "--trials", "1"];

    private void AllMeet(DynoOutcome outcome)
    {
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var trials = Compared.Trials.Where(trial => trial.Outcome == TrialOutcome.Used).ToList();
        trials.ShouldNotBeEmpty();
        Compared.Sweep!.Points.Length.ShouldBe(2);
        Compared.Sweep.Points.ShouldAllBe(point => !point.IsBeyond);
        trials.ShouldAllBe(trial => RunOf(trial).Measured.Totals.FailedRequests == 0
            && RunOf(trial).Measured.Steps[0].Name == "dyno.test.Echo/Get");
    }

    private Task<DynoOutcome> TuneAsync(string target, params string[] options) => DynoAsync(Words(target, options));

    // Other tests keep the machine busy: late starts and a standing generator do not make these launches void.
    private static string[] Words(string target, params string[] options) =>
    [
        "tune", target, "-d", "1s", "--warmup", "0s", "--result", "comparison.json",
        .. ((string[])["start-lag=1m", "start-lag-of-median=100%", "stalls=100%", "server-idle=100%"]).SelectMany(limit => (string[])["--health-limit", limit]), .. options,
    ];
}
