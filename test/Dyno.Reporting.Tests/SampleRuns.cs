#pragma warning disable IDE0005 // other projects, which have other usings, compile this file, too
using Dyno.Metrics;

namespace Dyno.Reporting.Tests;

/// <summary>Runs whose reports are easy to check by eye: one per thing a report must show.</summary>
internal static class SampleRuns
{
    /// <summary>A healthy closed run of one URL.</summary>
    public static RunResult Closed() => new()
    {
        Id = "20261121-104233-k3f9",
        StartedAt = new DateTimeOffset(2026, 11, 21, 10, 42, 33, TimeSpan.Zero),
        EndedAt = new DateTimeOffset(2026, 11, 21, 10, 42, 45, TimeSpan.Zero),
        Tool = new ToolRecord { Version = "0.1.0", Runtime = ".NET 10.0.12" },
        Outcome = RunOutcome.Completed,
        Plan = ClosedPlan(),
        Environment = Machine(),
        Measured = ClosedPhase(),
        Generator = new GeneratorRecord
        {
            CpuSeconds = 5.2,
            CpuMicrosPerRequest = 16.7,
            PeakWorkingSetBytes = 41L << 20,
            WorkerBusy = [0.52],
            Stalls = 0,
            StalledSeconds = 0,
            GarbageCollections = 0,
        },
        Health = new HealthRecord { State = HealthState.Healthy, Findings = [] },
    };

    /// <summary>An open run of a session with four requests on a subject that Dyno started.</summary>
    public static RunResult Open()
    {
        var closed = Closed();
        var response = Latency(Times(200_000, 90_000, 41));
        var phase = closed.Measured with
        {
            DurationSeconds = 10.02,
            Totals = closed.Measured.Totals with
            {
                Requests = 199_988,
                RequestsPerSecond = 19_958.9,
                Iterations = 199_988,
                IterationsPerSecond = 19_958.9,
                OfferedIterationsPerSecond = 20_000,
                PlannedStarts = 200_000,
                DroppedIterations = 12,
                LateStarts = 31,
            },
            Latency = new LatencyPair { Response = response, Service = Latency(Times(200_000, 84_000, 42)) },
            StartLag = Latency(Times(200_000, 4_000, 43)),
            Series = [.. Enumerable.Range(0, 10).Select(OpenInterval)],
            Steps = [Step("GET /hello", 99_994, response), Step("POST /hello", 49_997, response),
                Step("GET /classic/hello", 24_999, response), Step("POST /classic/hello", 24_998, response)],
            Statuses = ImmutableSortedDictionary<int, long>.Empty.Add(200, 199_988),
            Checks = [new CheckResult { Name = "status == 200", Passes = 199_988, Fails = 0 }],
        };
        return closed with
        {
            Plan = OpenPlan(),
            Measured = phase,
            Subject = Subject(),
            Server = Server(),
            Generator = closed.Generator with { CpuSet = "1" },
            Thresholds =
            [
                new ThresholdRecord { Metric = "http_req_duration", Expression = "p(99)<50", Passed = true, Value = 0.412 },
                new ThresholdRecord { Metric = "http_req_failed", Expression = "rate<0.01", Passed = true, Value = 0 },
            ],
        };
    }

    /// <summary>An open run that the generator could not keep up with.</summary>
    public static RunResult Void()
    {
        var open = Open();
        return open with
        {
            Measured = open.Measured with
            {
                Totals = open.Measured.Totals with
                {
                    Requests = 61_234,
                    RequestsPerSecond = 6_111,
                    Iterations = 61_234,
                    IterationsPerSecond = 6_111,
                    DroppedIterations = 138_766,
                },
            },
            Health = new HealthRecord
            {
                State = HealthState.Void,
                Findings =
                [
                    new HealthFinding { Rule = "dropped-starts", State = HealthState.Void, Value = 69.4, Limit = 0.1,
                        Message = "69.4 % of the starts found no free connection and were dropped (limit 0.1 %): allow more with -c, or offer less with --rate" },
                    new HealthFinding { Rule = "other-processes", State = HealthState.Strained, Value = 31, Limit = 10,
                        Message = "other processes used 31 % of the CPUs (limit 10 %): run on a quiet machine" },
                ],
            },
            Thresholds = [new ThresholdRecord { Metric = "http_req_duration", Expression = "p(99)<50", Passed = false, Value = 812.5 }],
        };
    }

    /// <summary>A closed run with failures of several kinds, a failed check, redirects and few answers.</summary>
    public static RunResult Errors()
    {
        var closed = Closed();
        var few = Latency(Times(500, 84_000, 7));
        var failed = Latency(Times(512, 900_000, 8));
        var together = Times(500, 84_000, 7);
        together.Merge(Times(512, 900_000, 8));
        var all = Latency(together);
        return closed with
        {
            Outcome = RunOutcome.Interrupted,
            OutcomeReason = "stopped by the user after 3.2 s",
            Measured = closed.Measured with
            {
                DurationSeconds = 3.2,
                Series = [.. closed.Measured.Series.Take(4).Select((interval, second) => interval with
                {
                    Requests = second == 3 ? 64 : 316,
                    FailedRequests = second == 0 ? 0 : second == 3 ? 32 : 240,
                })],
                Steps = [Step("GET /hello", 1_012, few) with { FailedRequests = 512, RequestsPerSecond = 316.25 }],
                Totals = closed.Measured.Totals with
                {
                    Requests = 1_012,
                    FailedRequests = 512,
                    RequestsPerSecond = 316.25,
                    Iterations = 1_012,
                    IterationsPerSecond = 316.25,
                    Redirects = 240,
                    ConnectionsOpened = 90,
                    Reconnects = 26,
                    InterruptedIterations = 3,
                },
                Latency = new LatencyPair { Response = few, Service = few },
                FailedLatency = new LatencyPair { Response = failed, Service = failed },
                AllLatency = new LatencyPair { Response = all, Service = all },
                Statuses = ImmutableSortedDictionary<int, long>.Empty.Add(200, 260).Add(302, 240).Add(503, 500),
                Errors =
                [
                    new ErrorResult { Kind = "status", Count = 500, FirstExample = "GET /hello: 503 Service Unavailable" },
                    new ErrorResult { Kind = "reset", Count = 11, FirstExample = "GET /hello: connection reset by peer (127.0.0.1:5000)" },
                    new ErrorResult { Kind = "timeout", Count = 1, FirstExample = "GET /hello: no complete answer within 30 s" },
                ],
                Checks =
                [
                    new CheckResult { Name = "status == 200", Passes = 260, Fails = 752 },
                    new CheckResult { Name = "body contains \"hello\"", Passes = 1_012, Fails = 0 },
                ],
            },
            Health = new HealthRecord
            {
                State = HealthState.Strained,
                Findings = [new HealthFinding { Rule = "errors", State = HealthState.Strained, Message = "512 of 1,012 requests failed (50.6 %, limit 1 %), mostly 'status': their latency is shown separately. Look at the errors first." }],
            },
        };
    }

    /// <summary>A closed run of 100 iterations whose time was over after four of them.</summary>
    public static RunResult OutOfTime()
    {
        var closed = Closed();
        var few = Latency(Times(4, 2_000_000_000, 3));
        return closed with
        {
            Plan = closed.Plan with
            {
                Scenarios =
                [
                    closed.Plan.Scenarios[0] with
                    {
                        Executor = "shared-iterations",
                        Parameters = ImmutableSortedDictionary<string, string>.Empty.Add("vus", "2").Add("iterations", "100").Add("maxDuration", "3s"),
                    },
                ],
            },
            Measured = closed.Measured with
            {
                DurationSeconds = 4.05,
                Totals = closed.Measured.Totals with
                {
                    Requests = 4,
                    RequestsPerSecond = 0.99,
                    Iterations = 4,
                    IterationsPerSecond = 0.99,
                    DroppedIterations = 96,
                    ConnectionsOpened = 2,
                    BytesSent = 320,
                    BytesReceived = 580,
                    MaxVirtualUsers = 2,
                },
                Latency = new LatencyPair { Response = few, Service = few },
                IterationDuration = new LatencyPair { Response = few, Service = few },
                Steps = [Step("GET /hello", 4, few) with { RequestsPerSecond = 0.99 }],
                Statuses = ImmutableSortedDictionary<int, long>.Empty.Add(200, 4),
                Series = [],
            },
        };
    }

    private static PlanRecord ClosedPlan() => new()
    {
        Name = "127.0.0.1:5000/hello",
        InputKind = "url",
        Source = "http://127.0.0.1:5000/hello",
        Model = LoadModel.Closed,
        Scenarios =
        [
            new ScenarioRecord
            {
                Name = "default",
                Executor = "constant-vus",
                Model = LoadModel.Closed,
                Parameters = ImmutableSortedDictionary<string, string>.Empty.Add("vus", "64").Add("duration", "10s"),
                Driver = "linux",
                Steps = [new StepRecord { Name = "GET /hello", Method = "GET", Url = "http://127.0.0.1:5000/hello" }],
            },
        ],
        WarmUpSeconds = 2,
        Seed = 42,
        Workers = 1,
        WaitStrategy = "hybrid",
    };

    private static PlanRecord OpenPlan()
    {
        var closed = ClosedPlan();
        StepRecord StepOf(string method, string path) => new() { Name = $"{method} {path}", Method = method, Url = $"http://127.0.0.1:41234{path}" };
        return closed with
        {
            Name = "hello",
            InputKind = "websurge",
            Source = "studies/runtime-throughput/hello.websurge",
            Model = LoadModel.Open,
            Scenarios =
            [
                closed.Scenarios[0] with
                {
                    Executor = "constant-arrival-rate",
                    Model = LoadModel.Open,
                    Parameters = ImmutableSortedDictionary<string, string>.Empty.Add("rate", "20000").Add("timeUnit", "1s")
                        .Add("duration", "10s").Add("preAllocatedVUs", "64").Add("maxVUs", "64"),
                    Steps = [StepOf("GET", "/hello"), StepOf("POST", "/hello"), StepOf("GET", "/classic/hello"), StepOf("POST", "/classic/hello")],
                },
            ],
        };
    }

    private static PhaseResult ClosedPhase()
    {
        var latency = Latency(Times(312_040, 84_000, 1));
        return new PhaseResult
        {
            DurationSeconds = 10.0,
            Totals = new Totals
            {
                Requests = 312_040,
                FailedRequests = 0,
                RequestsPerSecond = 31_204,
                Iterations = 312_040,
                IterationsPerSecond = 31_204,
                ConnectionsOpened = 64,
                BytesSent = 24_963_200,
                BytesReceived = 45_245_800,
                MaxVirtualUsers = 64,
            },
            Latency = new LatencyPair { Response = latency, Service = latency },
            IterationDuration = new LatencyPair { Response = latency, Service = latency },
            Steps = [Step("GET /hello", 312_040, latency)],
            Statuses = ImmutableSortedDictionary<int, long>.Empty.Add(200, 312_040),
            Series = [.. Enumerable.Range(0, 10).Select(Interval)],
        };
    }

    private static IntervalResult Interval(int second) => new()
    {
        Requests = 30_000 + 400 * (second % 4) - (second == 6 ? 14_000 : 0),
        FailedRequests = 0,
        P50Nanos = 84_000,
        P95Nanos = 150_000,
        P99Nanos = 210_000 + 9_000 * second + (second == 6 ? 2_000_000 : 0),
        MaxNanos = 4_000_000,
        Histogram = HdrEncoding.EncodeBase64(Times(100, 84_000, second)),
    };

    private static IntervalResult OpenInterval(int second) => Interval(second) with
    {
        Requests = second == 6 ? 19_988 : 20_000,
        PlannedStarts = 20_000,
        DroppedIterations = second == 6 ? 12 : 0,
        ActiveVirtualUsers = 2 + second % 3,
        StartLagP99Nanos = 9_000 + 700 * (second % 5),
    };

    private static StepResult Step(string name, long requests, LatencyResult latency) => new()
    {
        Scenario = "default",
        Name = name,
        Requests = requests,
        FailedRequests = 0,
        RequestsPerSecond = requests / 10.0,
        Latency = new LatencyPair { Response = latency, Service = latency },
        MeanResponseBytes = 145,
    };

    private static EnvironmentRecord Machine() => new()
    {
        OperatingSystem = "Debian GNU/Linux 12 (bookworm)",
        Kernel = "6.1.0",
        Architecture = "X64",
        CpuModel = "AMD EPYC 7B13",
        LogicalCpus = 2,
        MemoryBytes = 8L << 30,
        LoadAverageBefore = 0.08,
        OtherProcessesPercent = 1.2,
        StealPercent = 0,
        NegotiatedProtocols = ["HTTP/1.1"],
    };

    private static SubjectRecord Subject() => new()
    {
        Source = "studies/runtime-throughput/Hello",
        CommandLine = "dotnet Hello.dll",
        Framework = "net10.0",
        Url = "http://127.0.0.1:41234",
        CpuSet = "0",
        TimeToReadySeconds = 0.192,
    };

    private static ServerObservation Server() => new()
    {
        ProcessId = 4711,
        CpuSeconds = 7.9,
        CpuMicrosPerRequest = 39.4,
        CpuCores = 0.79,
        AvailableCpus = 1,
        MeanWorkingSetBytes = 84L << 20,
        PeakWorkingSetBytes = 91L << 20,
        MaxThreads = 24,
        Series = [.. Enumerable.Range(1, 10).Select(second => new ServerPoint
        {
            Seconds = second,
            CpuCores = 0.78 + 0.02 * (second % 3),
            WorkingSetBytes = (78L + second) << 20,
            Threads = 20 + second / 3,
        })],
    };

    /// <summary>Times that scatter like a real server's: most near the middle, a long tail.</summary>
    internal static Histogram Times(int count, double middleNanos, int seed)
    {
        var random = new Random(seed);
        var histogram = new Histogram();
        for (var i = 0; i < count; i++)
        {
            var normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
            var tail = random.NextDouble() < 0.01 ? 8 : 1;
            histogram.Record((long)(middleNanos * tail * Math.Exp(0.35 * normal)));
        }
        return histogram;
    }

    internal static LatencyResult Latency(Histogram histogram) => new()
    {
        Count = histogram.Count,
        MinNanos = histogram.Min,
        MeanNanos = histogram.Mean,
        StdDevNanos = histogram.StdDev,
        MaxNanos = histogram.Max,
        Quantiles = [.. new[] { 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999 }.Select(quantile => new QuantileResult
        {
            Quantile = quantile,
            Nanos = histogram.ValueAtQuantile(quantile),
            Reliable = histogram.Count * (1 - quantile) >= 10,
        })],
        Histogram = histogram.Count == 0 ? "" : HdrEncoding.EncodeBase64(histogram),
    };
}
