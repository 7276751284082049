namespace Dyno.Reporting.Tests;

/// <summary>
/// Runs as large as they get in practice: 50,000 answers a second for minutes, a histogram of all of them in each interval,
/// and everything that is observed of the server. Used by the tests (sizes) and by the benchmark of the reports (times).
/// </summary>
internal static class LargeRun
{
    private const int PerSecond = 50_000;

    /// <summary>A run.</summary>
    /// <param name="like">A run to take the plan and the machine from.</param>
    /// <param name="seconds">How long it measures.</param>
    /// <param name="number">Which one: other numbers have other times.</param>
    public static RunResult Of(RunResult like, int seconds, int number = 0)
    {
        var random = new Random(number);
        var times = Times(random);
        var whole = new Histogram();
        var series = ImmutableArray.CreateBuilder<IntervalResult>(seconds);
        for (var second = 0; second < seconds; second++) series.Add(Interval(times, random, second, whole));
        var latency = LatencyFigures.Of(whole);
        var pair = new LatencyPair { Response = latency, Service = latency };
        var begin = like.StartedAt.AddHours(number);
        return like with
        {
            Id = $"{begin.UtcDateTime:yyyyMMdd-HHmmss}-l{number:000}",
            StartedAt = begin,
            EndedAt = begin.AddSeconds(seconds),
            WarmUp = null,
            Thresholds = [],
            MergedRuns = [],
            LeftOut = [],
            Services = [],
            Measured = like.Measured with
            {
                DurationSeconds = seconds,
                IntervalSeconds = 1,
                Totals = like.Measured.Totals with { Requests = (long)seconds * PerSecond, RequestsPerSecond = PerSecond },
                Latency = pair,
                IterationDuration = pair,
                FailedLatency = null,
                Connecting = null,
                TlsHandshaking = null,
                Scenarios = [],
                StartLag = latency,
                Steps = [.. like.Measured.Steps.Select(step => step with { Latency = pair, FailedLatency = null })],
                Series = series.MoveToImmutable(),
            },
            Server = like.Server! with
            {
                Series = [.. Enumerable.Range(1, seconds).Select(second => Seen(random, second))],
                Runtime = new RuntimeObservation { Level = "full", Series = [.. Enumerable.Range(1, seconds).Select(second => Runtime(random, second))] },
            },
        };
    }

    // Most near 400 µs, one in fifty far out: about what a loaded server answers.
    private static long[] Times(Random random) =>
        [.. Enumerable.Range(0, 1 << 16).Select(i => (long)(400_000 * (i % 50 == 0 ? 6 : 1) * Math.Exp(0.4 * Normal(random))))];

    private static double Normal(Random random) => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    private static IntervalResult Interval(long[] times, Random random, int second, Histogram whole)
    {
        var histogram = new Histogram();
        var pace = 1 + 0.1 * Math.Sin(second / 20.0);
        for (var i = 0; i < PerSecond; i++) histogram.Record((long)(times[random.Next(times.Length)] * pace));
        whole.Merge(histogram);
        return new IntervalResult
        {
            Requests = PerSecond,
            FailedRequests = random.Next(3),
            PlannedStarts = PerSecond,
            DroppedIterations = random.Next(2),
            ActiveVirtualUsers = random.Next(200),
            P50Nanos = histogram.ValueAtQuantile(0.5),
            P95Nanos = histogram.ValueAtQuantile(0.95),
            P99Nanos = histogram.ValueAtQuantile(0.99),
            MaxNanos = histogram.Max,
            StartLagP99Nanos = random.Next(1_000, 90_000),
            Histogram = HdrEncoding.EncodeBase64(histogram),
        };
    }

    private static ServerPoint Seen(Random random, int second) => new()
    {
        Seconds = second + random.NextDouble() / 100,
        CpuCores = 1 + random.NextDouble(),
        WorkingSetBytes = random.NextInt64(80_000_000, 120_000_000),
        Threads = random.Next(20, 40),
    };

    private static RuntimePoint Runtime(Random random, int second) => new()
    {
        Seconds = second,
        CpuPercent = 100 * random.NextDouble(),
        WorkingSetBytes = random.Next(),
        HeapBytes = random.Next(),
        CommittedBytes = random.Next(),
        AllocatedBytes = random.Next(),
        Gen0 = random.Next(9),
        Gen1 = random.Next(9),
        Gen2 = random.Next(9),
        TimeInGcPercent = random.NextDouble(),
        GcPauseSeconds = random.NextDouble(),
        ThreadPoolThreads = random.Next(99),
        ThreadPoolQueue = random.Next(99),
        CompletedWorkItems = random.Next(99_999),
        LockContentions = random.Next(99),
        Exceptions = random.Next(9),
        MethodsJitted = random.Next(9_999),
        Connections = random.Next(999),
        RequestsPerSecond = random.Next(59_999),
        CurrentRequests = random.Next(99),
        DurationP50Nanos = random.Next(999_999),
        DurationP95Nanos = random.Next(999_999),
        DurationP99Nanos = random.Next(999_999),
    };
}
