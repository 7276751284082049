namespace Dyno.Http.Tests;

/// <summary>In the steady state a request allocates nothing, whatever it is made of.</summary>
public class AllocationTests
{
    [Fact]
    public void Http()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        AllocatesNothing(DriverRun.To(server.Url));
    }

    [Fact]
    public async Task Https()
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = TestCertificates.Good });
        AllocatesNothing(DriverRun.To(server.Url) with { Options = new HttpOptions { Tls = new() { Insecure = true } } });
    }

    [Theory]
    [InlineData(FeedOrder.Sequential)]
    [InlineData(FeedOrder.Unique)]
    [InlineData(FeedOrder.Random)]
    [InlineData(FeedOrder.PerUser)]
    public void Sessions_with_slots_chunks_and_checks(FeedOrder order)
    {
        using var server = ScriptedServer.Answering(Answers.ChunkedHello);
        var requests = Enumerable.Range(0, 3).Select(i => new HttpRequestPlan
        {
            Name = $"r{i}",
            Method = "POST",
            Url = new Uri(server.Url, $"/{i}/{{{{id}}}}"),
            Headers = [new HeaderField("X-Id", "{{id}}")],
            Body = Encoding.UTF8.GetBytes("{{id}}"),
        });
        AllocatesNothing(new DriverRun
        {
            Requests = [.. requests],
            Options = new HttpOptions
            {
                RandomOrder = true,
                Feed = new DataFeed { Columns = ["id"], Rows = [.. Enumerable.Range(0, 1000).Select(i => ImmutableArray.Create($"{i}"))], Order = order },
                Checks =
                [
                    new("status == 200", CheckSubject.Status, "", CheckOperator.Equal, 200, ""),
                    new("body contains ello", CheckSubject.Body, "", CheckOperator.Contains, 0, "ello"),
                    new("header x", CheckSubject.Header, "x", CheckOperator.NotEqual, 0, "y"),
                    new("duration < 10s", CheckSubject.Duration, "", CheckOperator.Less, 10e9, ""),
                ],
            },
        });
    }

    [Fact]
    public void Pipelines()
    {
        using var server = ScriptedServer.Answering(Answers.Hello);
        AllocatesNothing(DriverRun.To(server.Url) with { Options = new HttpOptions { PipelineDepth = 8 } });
    }

    [Fact]
    public void Failures_after_the_first_example()
    {
        using var server = FaultServers.AnsweringOnly(500);
        AllocatesNothing(DriverRun.To(server.Url));
    }

    private const int Short = 500;
    private const int Long = 3_000;

    /// <summary>
    /// Phases of different length on one worker must allocate the same: what a phase costs once is allowed, what a
    /// request costs is not. Three pairs, because the runtime may now and then allocate for itself on any thread (a method
    /// compiled again); what a request allocates shows in each. Lengths are iterations: in a time there are as many as the
    /// machine lets there be.
    /// </summary>
    private static void AllocatesNothing(DriverRun run)
    {
        var allocated = new List<long>(capacity: 16);
        var outcome = (run with { AroundPhase = _ => allocated.Add(GC.GetAllocatedBytesForCurrentThread()) })
            .Run(Loop(5_000), Loop(Short), Loop(Long), Loop(Short), Loop(Long), Loop(Short), Loop(Long));
        long Phase(int index) => allocated[2 * index + 1] - allocated[2 * index];
        outcome.Phases.Skip(1).Select(p => p.Iterations).ShouldBe([Short, Long, Short, Long, Short, Long]);
        var more = new[] { Phase(2) - Phase(1), Phase(4) - Phase(3), Phase(6) - Phase(5) };
        more.Min().ShouldBeLessThanOrEqualTo(0); // below: the shorter one met the runtime
    }

    private static Dyno.Load.Pacer Loop(int iterations) =>
        new SharedIterations { VirtualUsers = 16, Iterations = iterations }.CreatePacers(1, 0)[0];
}
