namespace Dyno.Bench;

/// <summary>Every benchmark, in the order in which they run. To add one, add its class and a line here.</summary>
internal static class BenchmarkList
{
    private static readonly WrkClient Wrk = new();
    private static readonly DynoClient Linux = new("dyno", "--threads", "1", "--driver", "linux");
    private static readonly DynoClient Portable = new("dyno, portable", "--threads", "1", "--driver", "portable");
    private static readonly DynoClient TwoWorkers = new("dyno, 2 workers", "--threads", "2", "--driver", "linux");

    public static ImmutableArray<IBenchmark> All { get; } =
    [
        new CostBenchmark("http", "CPU per request against wrk, keep-alive GET", Wrk, Linux, tls: false, 64, 512),
        new CostBenchmark("https", "CPU per request against wrk, TLS", Wrk, Linux, tls: true, 64, 512),
        new CostBenchmark("portable", "CPU per request, portable against wrk", Wrk, Portable, tls: false, 64, 512),
        new CostBenchmark("workers", "CPU per request, two workers against 1", Linux, TwoWorkers, tls: false, 64, 512),
        new Http2Benchmark(),
        new GrpcBenchmark(),
        new SocketsBenchmark(),
        new LagBenchmark(),
        new MemoryBenchmark(),
        new OutputsBenchmark(isDead: false),
        new OutputsBenchmark(isDead: true),
        new WatchBenchmark(),
        new StartUpBenchmark(),
        new ReportBenchmark(),
        new ObserveBenchmark(),
        new LaunchesBenchmark(),
        new VerdictsBenchmark(),
        new WhyBenchmark(),
        new SoakBenchmark("soak", null),
        new SoakBenchmark("k6-soak", ScriptClient.Dense),
        new SoakBenchmark("k6-soak-isolated", ScriptClient.Isolated),
        new ScenariosBenchmark(),
        new ScriptBenchmark(),
        new ScriptRequestsBenchmark(),
        new FleetBenchmark(),
        new AgentsBenchmark(),
    ];
}
