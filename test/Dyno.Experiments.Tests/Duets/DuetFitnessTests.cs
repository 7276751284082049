namespace Dyno.Experiments.Tests;

/// <summary>What cannot be up at the same time is said in one line, with the reason.</summary>
public sealed class DuetFitnessTests
{
    private const string Fit = "subject: { url: 'http://127.0.0.1:1' }\nvariants: { a: {}, b: {} }\nload: { url: /hello }\n";

    private const string Fleet = "generator: { fleet: 'nats://127.0.0.1:1', agents: 0 }\n";
    private const string OnAgent = Fleet + "subject: { command: [dotnet, /x.dll, --urls, '{url}'], on: server }\nvariants: { a: {}, b: {} }\nload: { url: /hello }\n";

    [Fact]
    public void Says_when_memory_is_too_small_for_two_of_them()
    {
        const string Limited = "subject: { command: [dotnet, x.dll, --urls, '{url}'], memory: 512MiB }\nvariants: { a: {}, b: {} }\nload: { url: /hello }\ncompare: { baseline: a }";
        var plan = ExperimentReader.ReadText(Limited, "x.yaml", Path.GetTempPath(), new ExperimentOverrides());
        DuetFitness.WhyNot(plan, ExperimentLoads.OfRequests, new LaunchGroups(plan, 4L << 30)).ShouldBeNull();
        DuetFitness.WhyNot(plan, ExperimentLoads.OfRequests, new LaunchGroups(plan, 1500L << 20)).ShouldBeNull("two of them fit");
        DuetFitness.WhyNot(plan, ExperimentLoads.OfRequests, new LaunchGroups(plan, 1L << 30))
            .ShouldBe("two variants together would need about 1024 MiB of memory, and 819 MiB may be used, 80 % of what is free");
        var elsewhere = ExperimentReader.ReadText(OnAgent + "compare: { baseline: a }", "x.yaml", Path.GetTempPath(), new ExperimentOverrides());
        DuetFitness.WhyNot(elsewhere, ExperimentLoads.OfRequests, new LaunchGroups(elsewhere, 1)).ShouldBeNull("it is the agent's memory");
    }

    [Theory]
    [InlineData(Fit + "compare: { baseline: a }", null)]
    [InlineData(Fit + "compare: { baseline: a, headline: timeToReady }", "timeToReady is compared, and servers that run beside it would change the value")]
    [InlineData(Fit + "compare: { baseline: a, metrics: [server.workingSetAfter] }", "server.workingSetAfter is compared, and servers that run beside it would change the value")]
    [InlineData("subject: { command: [dotnet, x.dll], cold: true }\nvariants: { a: {}, b: {} }\nload: { url: /hello }\ncompare: { baseline: a }", "a starts cold, but a machine that runs other servers is not cold")]
    [InlineData("subject: { command: [dotnet, x.dll] }\nvariants: { a: {}, b: {} }\nload: { url: /hello }\ncompare: { baseline: a }",
        "the command of a does not take its port from Dyno ({port} or {url}), and two programs cannot share a port")]
    [InlineData("subject: { command: [dotnet, x.dll, --urls, '{url}'] }\nvariants: { a: {}, b: { cpus: '0' } }\nload: { url: /hello }\ncompare: { baseline: a }", "the variants have different CPUs")]
    [InlineData("subject: { url: 'http://127.0.0.1:1' }\nvariants: { a: {}, b: { warmup: { maximum: 2s } } }\nload: { url: /hello }\ncompare: { baseline: a }", null)]
    [InlineData(Fit + "services: { cache: { kind: redis } }\ncompare: { baseline: a }", null)]
    [InlineData(OnAgent + "compare: { baseline: a }", null)]
    [InlineData(Fleet + "subject: { command: [dotnet, /x.dll, --urls, '{url}'], on: server }\nvariants: { a: {}, b: { on: other } }\nload: { url: /hello }\ncompare: { baseline: a }",
        "the variants run on different machines, so a disturbance of one machine does not affect the other")]
    [InlineData("generator: { fleet: 'nats://127.0.0.1:1', agents: 2 }\n" + Fit + "compare: { baseline: a }", "the load comes from a fleet, but slices need a single generator")]
    [InlineData(Fit + "sweep: { rate: 5..300, find: capacity }\ncompare: { baseline: a }", "a search changes the load from launch to launch")]
    [InlineData(Fit + "sweep: { over: env.LIMIT, values: [1, 2], find: best }\ncompare: { baseline: a }", "a search changes a setting of the program from launch to launch")]
    public void Says_why_not(string text, string? why)
    {
        var plan = ExperimentReader.ReadText(text, "x.yaml", Path.GetTempPath(), new ExperimentOverrides());
        DuetFitness.WhyNot(plan, ExperimentLoads.OfRequests, new LaunchGroups(plan, null)).ShouldBe(why);
    }
}
