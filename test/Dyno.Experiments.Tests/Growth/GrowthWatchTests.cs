using Dyno.Observation;

namespace Dyno.Experiments.Tests;

/// <summary>The watch on a simulated server and a simulated clock.</summary>
public sealed class GrowthWatchTests
{
    private const double MiB = 1 << 20;
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

    [Fact]
    public async Task A_leak_is_named_with_its_types_its_bytes_per_request_and_the_time_to_the_limit()
    {
        var result = await WatchAsync(Hour, new Server { HeapPerSecond = 19_200 });

        result.Verdict.ShouldBe(GrowthVerdict.Grows);
        result.Sentence.ShouldMatch("^the managed heap grows by 69\\.\\d MB an hour \\(.*\\), 9[567] bytes per request; byte\\[\\] grows; at this rate the process reaches its limit of 512 MiB in 6 hours$");
        result.Types[0].Name.ShouldBe("System.Byte[]");
        result.Collections!.Count.ShouldBeInRange(100, 121);
        result.SnapshotSeconds.Length.ShouldBe(2);
    }

    [Fact]
    public async Task A_day_is_watched_with_as_many_points_as_an_hour()
    {
        var result = await WatchAsync(TimeSpan.FromHours(24), new Server());

        result.Sentence.ShouldBe("nothing grows that would matter in 30 days");
        result.Series.Length.ShouldBeInRange(GrowthSeries.MostPoints / 2, GrowthSeries.MostPoints);
    }

    [Fact]
    public async Task A_server_that_begins_anew_is_judged_between_two_starts()
    {
        var result = await WatchAsync(Hour, new Server { HeapPerSecond = 19_200, RestartsAt = 900 });

        result.RestartSeconds.Length.ShouldBe(1);
        result.Verdict.ShouldBe(GrowthVerdict.Grows);
        result.Notes.ShouldContain(note => note.Contains("began anew"));
        result.Figures.Single(f => f.Name == "heap").PerRequest!.Value.ShouldBe(96, 5);
    }

    [Fact]
    public async Task Without_diagnostics_the_process_is_judged_and_the_report_says_what_is_missing()
    {
        var result = await WatchAsync(Hour, new Server { DiagnosticsUntil = 0, HeapPerSecond = 190_000 });

        result.Figures.ShouldNotContain(f => f.Name == "heap");
        result.Sentence.ShouldMatch("^the working set grows by 68[45] MB an hour"); // 190,000 bytes a second: 684
        result.Notes.ShouldContain(note => note.Contains("DOTNET_EnableDiagnostics"));
        result.Types.ShouldBeEmpty();
    }

    [Fact]
    public async Task Diagnostics_that_vanish_in_the_middle_are_told()
    {
        var result = await WatchAsync(Hour, new Server { DiagnosticsUntil = 2400 });

        result.Verdict.ShouldNotBe(GrowthVerdict.Grows);
        result.Notes.ShouldContain(note => note.Contains("did not answer"));
    }

    [Fact]
    public async Task A_step_of_the_wall_clock_changes_nothing()
    {
        var plain = await WatchAsync(Hour, new Server { HeapPerSecond = 19_200 });
        var stepped = await WatchAsync(Hour, new Server { HeapPerSecond = 19_200, WallClockStepsAt = 1800 });

        stepped.Sentence.ShouldBe(plain.Sentence);
        stepped.Series.Length.ShouldBe(plain.Series.Length);
    }

    [Fact]
    public async Task Without_collections_the_low_points_are_judged()
    {
        var server = new Server { HeapPerSecond = 190_000 };
        var result = await WatchAsync(Hour, server, new GrowthOptions { CollectEvery = TimeSpan.Zero, NamesTypes = false });

        server.Collections.ShouldBe(0);
        result.Figures[0].Name.ShouldBe("heapLow");
        result.Verdict.ShouldBe(GrowthVerdict.Grows);
    }

    private static async Task<GrowthRecord> WatchAsync(TimeSpan length, Server server, GrowthOptions? options = null)
    {
        var time = new RacingTime();
        await using var watch = new GrowthWatch(options ?? new GrowthOptions(), new NoListener(), time);
        server.Runs(watch, time, length);
        watch.Begin(server);
        await server.Over;
        await watch.EndAsync();
        return watch.Result();
    }

    private sealed class NoListener : IRunListener
    {
        public void OnSnapshot(RunSnapshot snapshot)
        {
        }
    }

    private sealed class Server : IGrowthSource
    {
        private readonly TaskCompletionSource _over = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly Random _random = new(1);
        private GrowthWatch? _watch;
        private RacingTime _time = new();
        private TimeSpan _length;

        public double HeapPerSecond { get; init; }

        public double RestartsAt { get; init; } = double.PositiveInfinity;

        public double DiagnosticsUntil { get; init; } = double.PositiveInfinity;

        public double WallClockStepsAt { get; init; } = double.PositiveInfinity;

        public int Collections { get; private set; }

        public Task Over => _over.Task;

        public (long Bytes, string Of)? MemoryLimit => ((long)(512 * MiB), "control group");

        public long? FileLimit => 1024;

        public int? RuntimeProcess => null;

        private double Now => _time.Elapsed.TotalSeconds;

        private double Age => Now >= RestartsAt ? Now - RestartsAt : Now;

        private double Heap => 20 * MiB + HeapPerSecond * Age + 0.2 * MiB * _random.NextDouble();

        public void Runs(GrowthWatch watch, RacingTime time, TimeSpan length)
        {
            (_watch, _time, _length) = (watch, time, length);
            Tell();
        }

        public async ValueTask<ProcessHolding?> ReadAsync(CancellationToken cancellation)
        {
            if (Now >= WallClockStepsAt) _time.WallClockStep = TimeSpan.FromHours(-5);
            Tell();
            if (Now >= _length.TotalSeconds)
            {
                _over.TrySetResult();
                // The clock would race on until the test has ended the watch, and how far is chance.
                await Task.Delay(Timeout.Infinite, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
            return new ProcessHolding(Now >= RestartsAt ? 2 : 1, Age * 0.02, (long)(Heap + 60 * MiB + 4 * MiB * _random.NextDouble()), 22, 180, 60);
        }

        public Task<RuntimeSample?> LookAsync(bool collects, bool counts, CancellationToken cancellation)
        {
            if (Now >= DiagnosticsUntil) return Task.FromResult<RuntimeSample?>(null);
            if (collects) Collections++;
            return Task.FromResult<RuntimeSample?>(new RuntimeSample
            {
                HeapBytes = collects ? Heap : null,
                CollectionSeconds = collects ? 0.01 : null,
                HeapNowBytes = Heap + 8 * MiB * _random.NextDouble(),
                CommittedBytes = counts ? Heap + 8 * MiB : null,
                Timers = counts ? 3 : null,
            });
        }

        public Task<HeapTypes?> SnapshotAsync(CancellationToken cancellation) => Task.FromResult(Now >= DiagnosticsUntil ? null : new HeapTypes(
            new Dictionary<string, (long, long)> { ["System.Byte[]"] = (100 + (long)(Age * 200), (long)(1e6 + HeapPerSecond * Age)), ["System.String"] = (1000, 50_000) }, 0.2, false));

        private void Tell() => _watch!.OnSnapshot(new RunSnapshot
        {
            Phase = RunPhase.Measure,
            Elapsed = _time.Elapsed,
            Planned = _length,
            Requests = (long)(200 * Now),
            FailedRequests = 0,
            RequestsPerSecond = 200,
            DroppedIterations = 0,
            ActiveVirtualUsers = 1,
            P50Nanos = 200_000,
            P99Nanos = 900_000,
            Errors = ImmutableSortedDictionary<string, long>.Empty,
        });
    }
}
