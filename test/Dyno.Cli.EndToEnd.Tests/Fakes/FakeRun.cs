using Dyno.Reporting.Tests;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>The document of one launch of a <see cref="FakeServer"/>, with the figures that a real one has.</summary>
/// <param name="load">The load as the command has read it; null for a load in code.</param>
/// <param name="length">How long it is measured.</param>
/// <param name="random">Draws the scatter.</param>
internal sealed class FakeRun(FakeServer server, VariantPlan variant, WarmUpRule warmUp, TestPlan? load, TimeSpan length, Random random)
{
    private const int MostTimes = 12_000; // drawn for a distribution: enough for a p99.9
    private const double Nanos = 1e9;
    private const int Blocks = 20;
    private const double DroppedShare = 0.001;

    private static readonly RunResult Closed = SampleRuns.Closed();
    private static readonly RunResult Open = SampleRuns.Open();

    private readonly double _cpuMicros = server.CpuMicros * Math.Exp(server.Noise * Normal(random));
    private readonly FakePace _pace = server.Under(
        load?.Scenarios.Sum(s => s.Executor.MaxVirtualUsers) ?? 2, load?.Scenarios.Sum(s => s.Executor.PeakRate) ?? 0,
        length.TotalSeconds, Math.Exp(server.Noise * Normal(random)));

    /// <summary>Whether it was started for its trial.</summary>
    private bool IsProgram => variant.Subject.Url is null;

    private double Seconds => length.TotalSeconds;

    /// <summary>The run.</summary>
    /// <param name="start">When its measurement begins.</param>
    public RunResult Result(DateTimeOffset start)
    {
        var measured = Measured();
        var plan = load is null ? Closed.Plan with { InputKind = "k6" } : PlanRecords.Of(load, measured);
        return Closed with
        {
            Id = RunId.At(start),
            StartedAt = start,
            EndedAt = start + length,
            Plan = plan,
            Measured = measured,
            WarmUp = warmUp.Maximum == TimeSpan.Zero ? null : measured with { DurationSeconds = WarmUpSeconds, ReachedLevel = true, Series = [] },
            Subject = !IsProgram ? null : Open.Subject,
            Server = !IsProgram ? null : Open.Server! with
            {
                CpuMicrosPerRequest = _cpuMicros,
                CpuCores = _cpuMicros * _pace.All / 1e6,
                Runtime = new RuntimeObservation
                {
                    Level = "full",
                    AllocatedBytesPerRequest = server.AllocatedBytes * Math.Exp(0.001 * Normal(random)),
                    Exceptions = 0,
                },
            },
            Health = _pace.Dropped <= DroppedShare * _pace.Offered ? Closed.Health
                : Void("dropped-starts", $"{_pace.Dropped / _pace.Offered:0.0 %} of the starts found no free connection and were dropped"),
        };
    }

    /// <summary>The health of a run that cannot be used.</summary>
    public static HealthRecord Void(string rule, string message) =>
        new() { State = HealthState.Void, Findings = [new HealthFinding { Rule = rule, State = HealthState.Void, Message = message }] };

    /// <summary>The slices of a round.</summary>
    /// <param name="variants">How many variants are up at the same time.</param>
    public DuetRecord Slices(int variants, TimeSpan slice, bool loadsContinuously) => new()
    {
        SliceSeconds = slice.TotalSeconds,
        Variants = variants,
        IdleCpuShare = IsProgram ? server.IdleCpuShare : null,
        Continuous = loadsContinuously ? Continuous(Math.Min(2, Seconds)) : null,
        Slices = [.. Enumerable.Range(0, Blocks).Select(block => Slice(block, variants))],
    };

    /// <summary>How long the warm-up takes, in seconds.</summary>
    public double WarmUpSeconds => Math.Min(warmUp.Maximum.TotalSeconds, Math.Max(warmUp.Minimum.TotalSeconds, warmUp.Window.TotalSeconds));

    private SliceResult Slice(int block, int variants)
    {
        var own = Seconds / Blocks;
        var counted = _pace.All * own * Math.Exp(0.01 * Normal(random));
        var requests = Math.Max(1, (long)Math.Round(counted));
        return new SliceResult
        {
            Block = block,
            Seconds = block * variants * own,
            Length = own,
            Counted = counted,
            Requests = requests,
            Failed = (long)Math.Round(requests * _pace.Failed / _pace.All),
            CpuMicros = IsProgram ? _cpuMicros * requests * Math.Exp(0.01 * Normal(random)) : null,
            OthersShare = 0,
        };
    }

    private ContinuousLoad Continuous(double seconds)
    {
        var requests = Math.Max(1, (long)(_pace.All * seconds));
        return new ContinuousLoad
        {
            Length = seconds * 2 / 3,
            Counted = _pace.All * seconds * 2 / 3 * Math.Exp(0.003 * Normal(random)),
            Requests = requests,
            Failed = (long)(requests * _pace.Failed / _pace.All),
            CpuMicros = IsProgram ? _cpuMicros * requests : null,
            P50Milliseconds = _pace.Seconds * 1000,
        };
    }

    private PhaseResult Measured()
    {
        var (good, failed) = ((long)Math.Round(_pace.Good * Seconds), (long)Math.Round(_pace.Failed * Seconds));
        var times = SampleRuns.Times((int)Math.Min(MostTimes, good), _pace.Seconds * Nanos, random.Next());
        var latency = Pair(times);
        var refused = SampleRuns.Times((int)Math.Min(MostTimes, failed), 0.001 * Nanos, random.Next());
        if (failed > 0) times.Merge(refused);
        var isOpen = _pace.Offered > 0;
        return Closed.Measured with
        {
            DurationSeconds = Seconds,
            Totals = Closed.Measured.Totals with
            {
                Requests = good + failed,
                FailedRequests = failed,
                RequestsPerSecond = _pace.All,
                Iterations = good + failed,
                IterationsPerSecond = _pace.All,
                OfferedIterationsPerSecond = isOpen ? _pace.Offered : null,
                PlannedStarts = isOpen ? (long)Math.Round(_pace.Offered * Seconds) : null,
                DroppedStarts = isOpen ? (long)Math.Round(_pace.Dropped * Seconds) : null,
                DroppedIterations = (long)Math.Round(_pace.Dropped * Seconds),
                BytesReceived = (good + failed) * server.AnswerBytes,
            },
            Latency = latency,
            FailedLatency = failed > 0 ? Pair(refused) : null,
            AllLatency = failed > 0 ? Pair(times) : null,
            IterationDuration = latency,
            Steps = [.. Steps(good, failed, latency)],
            Statuses = new Dictionary<int, long> { [200] = good, [503] = failed }.Where(status => status.Value > 0).ToImmutableSortedDictionary(),
            Series = [.. Enumerable.Range(0, (int)Math.Ceiling(Seconds)).Select(_ => Closed.Measured.Series[0] with { Requests = (long)_pace.All })],
        };
    }

    private IEnumerable<StepResult> Steps(long good, long failed, LatencyPair latency)
    {
        var of = load?.Scenarios.SelectMany(s => s.Workload.Steps.Select(step => (Scenario: s.Name, step.Name))).ToList() ?? [("default", "GET /")];
        return of.Select(step => Closed.Measured.Steps[0] with
        {
            Scenario = step.Scenario,
            Name = step.Name,
            Requests = (good + failed) / of.Count,
            FailedRequests = failed / of.Count,
            RequestsPerSecond = _pace.All / of.Count,
            Latency = latency,
            MeanResponseBytes = server.AnswerBytes,
        });
    }

    private static LatencyPair Pair(Histogram times)
    {
        var latency = SampleRuns.Latency(times);
        return new LatencyPair { Response = latency, Service = latency };
    }

    private static double Normal(Random random) => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
