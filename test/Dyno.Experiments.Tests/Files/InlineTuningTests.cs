using Dyno.Http;

namespace Dyno.Experiments.Tests;

/// <summary>A search without a file is the text of a file, and reads like one.</summary>
public sealed class InlineTuningTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-tune-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_URL_is_tuned_over_its_rate_towards_a_goal()
    {
        var plan = Read(new InlineTuning
        {
            Target = "http://localhost:5000/orders?a=it's",
            Goal = "p99.9 < 20ms, errors < 0.1%",
            Connections = 64,
            Trials = 2,
            WarmUp = "1s"
        });

        var sweep = plan.Sweep.ShouldNotBeNull();
        (sweep.Over, sweep.Find, sweep.From, sweep.To, sweep.TrialsPerPoint).ShouldBe((SweepDimension.Rate, SweepGoal.Goal, 10, 50_000, 2));
        sweep.Goals.ShouldHaveSingleItem().ToString().ShouldBe("p99.9 < 20ms, errors < 0.1%");
        var variant = plan.Variants.ShouldHaveSingleItem();
        (variant.Subject.Url, variant.Load, variant.Shape.Connections)
            .ShouldBe((new Uri("http://localhost:5000"), "http://localhost:5000/orders?a=it's", 64));
        (plan.WarmUp.Minimum, plan.WarmUp.Maximum).ShouldBe((TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1)));
        plan.Control.ShouldBeFalse();
        plan.Name.ShouldBe("rate of http://localhost:5000/orders?a=it's");
    }

    [Fact]
    public void Values_without_a_goal_ask_for_the_best_one()
    {
        Directory.CreateDirectory(Path.Combine(_folder, "Api"));
        var plan = Read(new InlineTuning
        {
            Target = "/orders",
            Subject = "Api",
            Over = "env.LIMIT=10,25",
            Headline = "p99",
            Rate = "200/s"
        });

        var sweep = plan.Sweep.ShouldNotBeNull();
        (sweep.Find, sweep.Over.ToString()).ShouldBe((SweepGoal.Best, "env.LIMIT"));
        sweep.Values.ShouldBe([10, 25]);
        sweep.Goals.ShouldBeEmpty();
        var variant = plan.Variants.ShouldHaveSingleItem();
        (variant.Subject.Project, variant.Load, variant.Shape.Rate).ShouldBe((Path.Combine(_folder, "Api"), "/orders", "200/s"));
        plan.Compare.Headline.ShouldBe("p99");
        plan.Name.ShouldBe("env.LIMIT of /orders on Api");
    }

    [Fact]
    public void Values_with_a_goal_ask_for_the_best_that_meets_it()
    {
        var sweep = Read(new InlineTuning { Target = "http://localhost:5000", Over = "connections=1,10", Goal = "p99 < 1s" }).Sweep!;

        (sweep.Find, sweep.Goals.Length).ShouldBe((SweepGoal.Best, 1));
    }

    [Fact]
    public void Streams_are_tuned_of_a_URL_over_HTTP_2()
    {
        var plan = Read(new InlineTuning
        {
            Target = "http://localhost:5000/x",
            Over = "streams=1..100",
            Goal = "p99 < 1s",
            UsesHttp2 = true
        });

        plan.Sweep!.Over.Kind.ShouldBe(SweepKind.Streams);
        var request = TrialLoad.Request(plan, plan.Sweep.Over.At(plan.Variants[0], 7));
        (request.Streams, request.HttpVersion).ShouldBe((7, HttpVersionChoice.Http2));
        _ = new Experiment(plan);
    }

    [Fact]
    public void Streams_of_a_URL_without_HTTP_2_are_refused_before_anything_is_started()
    {
        var plan = Read(new InlineTuning { Target = "http://localhost:5000/x", Over = "streams=1..100", Goal = "p99 < 1s" });

        var fault = Should.Throw<UserFault>(() => new Experiment(plan));

        fault.ToString().ShouldContain("applies only to HTTP/2");
        fault.ToString().ShouldContain("--http2 (in an experiment: http2: true)");
    }

    [Theory]
    [InlineData("grpc", "http")]
    [InlineData("grpcs", "https")]
    public void A_method_of_gRPC_is_tuned_with_its_message_and_types(string scheme, string ofServer)
    {
        File.WriteAllText(Path.Combine(_folder, "shop.proto"),
            "syntax = \"proto3\"; package shop; message Order { string id = 1; } service Orders { rpc Get (Order) returns (Order); }");
        Directory.CreateDirectory(Path.Combine(_folder, "more"));

        var plan = Read(new InlineTuning
        {
            Target = $"{scheme}://localhost:5000/shop.Orders/Get",
            Over = "connections=1..500",
            Goal = "p99 < 1s",
            Body = "{\n  \"id\": \"it's \\\"7\\\"\"\n}",
            Headers = ["cache: default", "x: it's"],
            ProtoFiles = ["shop.proto"],
            ImportPaths = ["more"],
        });

        var variant = plan.Variants.ShouldHaveSingleItem();
        variant.Subject.Url.ShouldBe(new Uri($"{ofServer}://localhost:5000"));
        variant.Shape.Body.ShouldBe("{\n  \"id\": \"it's \\\"7\\\"\"\n}");
        variant.Shape.Headers.ShouldBe(["cache: default", "x: it's"]);
        variant.Shape.ProtoFiles.ShouldBe([Path.Combine(_folder, "shop.proto")]);
        variant.Shape.ImportPaths.ShouldBe([Path.Combine(_folder, "more")]);
        var scenario = TrialLoad.Read(plan, variant, 0, variant.Subject.Url!).Scenarios.ShouldHaveSingleItem();
        var step = scenario.Workload.Steps.ShouldHaveSingleItem();
        (step.Name, step.Method, step.Url).ShouldBe(("shop.Orders/Get", "GRPC", $"{ofServer}://localhost:5000/shop.Orders/Get"));
    }

    [Theory]
    [InlineData("/orders", "rate=1..5", "p99 < 1s", "/orders names no server")]
    [InlineData("http://localhost", "rate", "p99 < 1s", "'rate' does not name a setting and its values")]
    [InlineData("http://localhost", "rate=1..5", null, "a search in a range needs a goal")]
    [InlineData("http://localhost", "env.LIMIT=1,5", null, "env.LIMIT is a variable of a program that Dyno starts")]
    [InlineData("http://localhost", "conections=1..5", "p99 < 1s", "'conections' cannot be varied")]
    [InlineData("ftp://localhost", "rate=1..5", "p99 < 1s", "is not an http or https URL")]
    public void What_is_missing_or_wrong_is_said_with_its_remedy(string target, string over, string? goal, string problem)
    {
        var fault = Should.Throw<UserFault>(() => Read(new InlineTuning { Target = target, Over = over, Goal = goal }));

        fault.ToString().ShouldContain(problem);
        fault.Problems.ShouldAllBe(one => one.WriteInstead != null);
    }

    [Fact]
    public void Types_that_are_not_there_are_told_with_their_path()
    {
        var fault = Should.Throw<UserFault>(() => Read(new InlineTuning
        {
            Target = "grpc://localhost/shop.Orders/Get",
            Goal = "p99 < 1s",
            ProtoFiles = ["none.proto"],
            ImportPaths = ["nowhere"],
        }));

        fault.ToString().ShouldContain($"there is no file {Path.Combine(_folder, "none.proto")}");
        fault.ToString().ShouldContain($"there is no folder {Path.Combine(_folder, "nowhere")}");
    }

    private ExperimentPlan Read(InlineTuning tuning) =>
        ExperimentReader.ReadText(tuning.ToText(), "command line", _folder, new ExperimentOverrides());
}
