using System.Threading.Channels;

namespace Dyno.Fleet.Tests;

/// <summary>A share without a load: begins when told, says a snapshot of a known histogram every 100 ms, and ends when told or after its time.</summary>
internal sealed class FakeShare : IShareProcess
{
    private static readonly RunResult Sample =
        RunResultJson.ReadFile(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", $"run-result.v{RunResult.CurrentSchemaVersion}.json"));

    private readonly Channel<ShareReport> _reports = Channel.CreateUnbounded<ShareReport>();
    private readonly CancellationTokenSource _stop = new();
    private bool _isDead;

    public static ImmutableArray<AbortingThreshold> AbortOnFailures { get; } = [new("http_req_failed", "rate<0.1", 0)];

    public ImmutableArray<AbortingThreshold> Aborting { get; init; } = [];

    /// <summary>What it was told.</summary>
    public List<string> Said { get; } = [];

    public Histogram Responses { get; init; } = new();

    public int Seconds { get; init; } = 1;

    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Whether it is ever ready to begin.</summary>
    public bool IsEverReady { get; init; } = true;

    public string Words { get; init; } = "";

    public HealthState Health { get; init; } = HealthState.Healthy;

    /// <summary>It ends at once and leaves nothing.</summary>
    public void Die()
    {
        _isDead = true;
        _stop.Cancel();
        _reports.Writer.TryComplete();
    }

    public IAsyncEnumerable<ShareReport> ReadAsync(CancellationToken cancellation)
    {
        if (IsEverReady) _reports.Writer.TryWrite(new ShareReport { Kind = ShareReportKind.Ready, Thresholds = Aborting, InputKind = "url" });
        return _reports.Reader.ReadAllAsync(cancellation);
    }

    public Task TellAsync(string line)
    {
        lock (Said) Said.Add(line);
        if (line.StartsWith("start ", StringComparison.Ordinal)) _ = RunAsync(long.Parse(line.AsSpan(6), System.Globalization.CultureInfo.InvariantCulture));
        if (line is "stop" or "abort") _stop.Cancel();
        return Task.CompletedTask;
    }

    public Task<(byte[]? Result, string LastWords)> EndAsync() =>
        Task.FromResult<(byte[]?, string)>((_isDead ? null : Encoding.UTF8.GetBytes(RunResultJson.Write(Result())), _isDead ? "it was killed" : ""));

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private async Task RunAsync(long startNanos)
    {
        var clock = new EngineClock();
        while (clock.NowNanos < startNanos) await Task.Delay(1);
        _reports.Writer.TryWrite(new ShareReport { Kind = ShareReportKind.Began, Nanos = clock.NowNanos });
        for (var tenth = 1; tenth <= Seconds * 10 && !_stop.IsCancellationRequested; tenth++)
        {
            await Task.Delay(100);
            _reports.Writer.TryWrite(new ShareReport { Kind = ShareReportKind.Snapshot, Snapshot = Snapshot(tenth) });
            if (!Aborting.IsEmpty) _reports.Writer.TryWrite(new ShareReport { Kind = ShareReportKind.SoFar, SoFar = Result().Measured });
        }
        _reports.Writer.TryComplete();
    }

    private RunSnapshot Snapshot(int tenth) => new()
    {
        Phase = RunPhase.Measure,
        Elapsed = TimeSpan.FromMilliseconds(100 * tenth),
        Planned = TimeSpan.FromSeconds(Seconds),
        Requests = Responses.Count * tenth,
        FailedRequests = 0,
        RequestsPerSecond = 1000,
        DroppedIterations = 0,
        ActiveVirtualUsers = 5,
        P50Nanos = 1,
        P99Nanos = 1,
        Errors = ImmutableSortedDictionary<string, long>.Empty,
        Histogram = HdrEncoding.EncodeBase64(Responses),
    };

    private RunResult Result()
    {
        var latency = LatencyFigures.Of(Responses);
        var pair = new LatencyPair { Response = latency, Service = latency };
        var now = Time.GetUtcNow();
        return Sample with
        {
            Id = "share" + Words,
            StartedAt = now.AddSeconds(-Seconds),
            EndedAt = now,
            Outcome = RunOutcome.Completed,
            OutcomeReason = null,
            WarmUp = null,
            Thresholds = [],
            Health = new HealthRecord
            {
                State = Health,
                Findings = Health == HealthState.Healthy ? [] : [new HealthFinding { Rule = "busy-workers", State = Health, Message = "its workers were busy." }],
            },
            Measured = Sample.Measured with
            {
                DurationSeconds = Seconds,
                Totals = Sample.Measured.Totals with
                {
                    Requests = Responses.Count,
                    FailedRequests = Responses.Count / 2,
                    RequestsPerSecond = Responses.Count,
                },
                Latency = pair,
                FailedLatency = null,
                AllLatency = null,
                Steps =
                [
                    .. Sample.Measured.Steps.Take(1).Select(step => step with
                    {
                        Requests = Responses.Count,
                        FailedRequests = Responses.Count / 2,
                        Latency = pair,
                    }),
                ],
                Metrics = [],
            },
        };
    }
}
