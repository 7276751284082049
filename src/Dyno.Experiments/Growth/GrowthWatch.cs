namespace Dyno.Experiments;

/// <summary>
/// Watches a server for growth while a load runs: samples its process, asks its runtime for full collections at intervals, takes two
/// snapshots of its heap, and judges. Its memory does not depend on the length of the run. Times are those of the monotonic clock.
/// </summary>
/// <param name="next">Receives the snapshots of the load as well.</param>
public sealed class GrowthWatch(GrowthOptions options, IRunListener next, TimeProvider time) : IRunListener, IAsyncDisposable
{
    private const double LongestRecording = 20; // seconds; thousands of sampled allocations on a server at work

    private static readonly TimeSpan Tick = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private readonly GrowthSample _sample = new();
    private readonly GrowthSeries _series = new();
    private readonly CancellationTokenSource _ending = new();
    private readonly List<double> _snapshots = [];
    private IGrowthSource? _source;
    private GrowthPace? _pace;
    private long _began;
    private Task _watching = Task.CompletedTask;
    private Task _recording = Task.CompletedTask;
    private HeapTypes? _first;
    private HeapTypes? _last;
    private AllocationSites? _sites;
    private double? _recorded;
    private ProcessHolding? _holding;
    private RuntimeSample? _look;
    private (int Asked, int Refused, int Refusals) _looks;
    private (int Count, double Total, double Longest) _cost;
    private bool _hasEnded;

    /// <summary>What grows so far, for a line of progress; null before the first judgement.</summary>
    public string? Summary { get; private set; }

    public bool AsksForHealth => next.AsksForHealth;

    public bool AsksForHistogram => next.AsksForHistogram;

    /// <summary>A starter of programs that are watched from their start until they are asked to end.</summary>
    public SubjectStarter Watching(SubjectStarter start) => async (asked, progress, cancellation) =>
    {
        var subject = await start(asked, progress, cancellation);
        if (subject.ProcessId is { } id) Begin(new ProcessGrowthSource(id));
        return new WatchedLaunch(subject, this);
    };

    /// <summary>Begins to watch a server; the samples begin with the measurement.</summary>
    public void Begin(IGrowthSource source)
    {
        _source = source;
        _watching = Task.Run(() => WatchAsync(source));
    }

    public void OnSnapshot(RunSnapshot snapshot)
    {
        if (snapshot.Phase == RunPhase.Measure)
            lock (_gate)
            {
                if (_pace is null) (_pace, _began) = (GrowthPace.For(snapshot.Planned, options), time.GetTimestamp());
                _sample.Take(snapshot);
            }
        next.OnSnapshot(snapshot);
    }

    /// <summary>Ends the samples and takes the last snapshot of the heap. Call it while the server still runs; a second call does nothing.</summary>
    public async Task EndAsync()
    {
        if (_hasEnded) return;
        _hasEnded = true;
        await _ending.CancelAsync();
        await _watching;
        await _recording;
        if (_first is not null && _source is not null) _last = await SnapshotAsync(_source, CancellationToken.None);
    }

    /// <summary>The verdict; call it after <see cref="EndAsync"/>.</summary>
    public GrowthRecord Result()
    {
        var limits = Limits();
        var figures = GrowthJudge.Judge(_series.Points(), _series.Restarts, limits);
        ImmutableArray<GrowingType> types = _first is { } first && _last is { } last ? TypeDifference.Of(first, last, _sites) : [];
        return new GrowthRecord
        {
            Verdict = GrowthSentence.VerdictOf(figures),
            Sentence = GrowthSentence.Of(figures, types, options.Horizon),
            HorizonSeconds = options.Horizon.TotalSeconds,
            MemoryLimitBytes = limits.MemoryBytes,
            MemoryLimitOf = limits.MemoryOf,
            Figures = figures,
            Types = types,
            Collections = _cost.Count == 0 ? null : new CollectionCost
            {
                Count = _cost.Count,
                TotalSeconds = _cost.Total,
                LongestSeconds = _cost.Longest,
                EverySeconds = _pace?.LookSeconds ?? 0,
            },
            SitesSeconds = _recorded > 0 ? _recorded : null,
            SnapshotSeconds = [.. _snapshots.Where(seconds => seconds > 0)],
            RestartSeconds = [.. _series.Restarts],
            Notes = [.. Notes()],
            Series = _series.Points(),
        };
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _ending.Dispose();
    }

    private GrowthLimits Limits() => new()
    {
        Horizon = options.Horizon,
        MemoryBytes = _source?.MemoryLimit?.Bytes,
        MemoryOf = _source?.MemoryLimit?.Of,
        Files = _source?.FileLimit,
    };

    private IEnumerable<string> Notes()
    {
        if (_source is null) yield return "the server's process is not known: only its answers were watched";
        if (_looks.Asked > 0 && _looks.Refused == _looks.Asked)
            yield return "the runtime's diagnostics never answered, so that the managed heap is not known: DOTNET_EnableDiagnostics must not be 0, and TMPDIR must be the same for both programs";
        else if (_looks.Refused > 0) yield return $"the runtime's diagnostics did not answer {_looks.Refused} of {_looks.Asked} times";
        if (_series.Restarts.Count > 0) yield return "the server began anew during the run: the longest time between two starts is judged";
        if (_first is { IsIncomplete: true } || _last is { IsIncomplete: true }) yield return "events of a snapshot of the heap were lost: its types are counted in part";
        if (options.NamesSites && _recorded == 0) yield return "the methods that allocate are not known: the runtime's diagnostics did not answer";
        if (options.NamesTypes && _source is not null && _last is null && _looks.Asked > _looks.Refused) yield return "there are no types: the run ended before two snapshots of the heap were taken";
    }

    private async Task WatchAsync(IGrowthSource source)
    {
        var (sampled, looked, counted, judged) = (0.0, double.NegativeInfinity, double.NegativeInfinity, 0.0);
        while (await NextTickAsync())
        {
            if (_pace is not { } pace) continue;
            if (Now - looked >= pace.LookSeconds)
            {
                looked = Now;
                var counts = looked - counted >= GrowthPace.CountedEverySeconds || !pace.Collects;
                if (counts) counted = looked;
                await LookAsync(source, pace, counts);
            }
            if (options.NamesTypes && _snapshots.Count == 0 && Now >= pace.FirstSnapshotSeconds) _first = await SnapshotAsync(source, _ending.Token);
            if (options.NamesSites && _first is not null && _recorded is null) _recording = RecordAsync(source, pace); // the samples continue meanwhile
            if (Now - sampled >= pace.SampleSeconds)
            {
                await SampleAsync(source, pace, Now - sampled);
                sampled = Now;
            }
            if (Now - judged >= pace.JudgedSeconds)
            {
                judged = Now;
                Summary = GrowthSentence.Short(GrowthJudge.Judge(_series.Points(), _series.Restarts, Limits()));
            }
        }
    }

    // Between the snapshots, so that what is allocated then is what grew; a tenth of the run, so that a short one has both.
    private async Task RecordAsync(IGrowthSource source, GrowthPace pace)
    {
        _recorded = 0;
        if (source.RuntimeProcess is not { } process) return;
        var (length, starts) = (TimeSpan.FromSeconds(Math.Min(LongestRecording, pace.FirstSnapshotSeconds / 2)), _series.Restarts.Count);
        try
        {
            var sites = await AllocationSites.RecordAsync(process, length, new CheckoutSources([Environment.CurrentDirectory], null), time, _ending.Token);
            if (sites is not null && starts == _series.Restarts.Count) (_sites, _recorded) = (sites, length.TotalSeconds);
        }
        catch (OperationCanceledException) when (_ending.IsCancellationRequested)
        {
            // the run ended before the recording began
        }
    }

    private double Now => time.GetElapsedTime(_began).TotalSeconds;

    private async Task<bool> NextTickAsync()
    {
        await Task.Delay(Tick, time, _ending.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return !_ending.IsCancellationRequested;
    }

    private async Task LookAsync(IGrowthSource source, GrowthPace pace, bool counts)
    {
        // A runtime that does not answer is asked less and less often.
        if (_looks.Refusals > 3 && _looks.Asked % (1 << Math.Min(6, _looks.Refusals - 3)) != 0)
        {
            _looks = (_looks.Asked + 1, _looks.Refused + 1, _looks.Refusals);
            return;
        }
        var look = await source.LookAsync(pace.Collects, counts, _ending.Token);
        if (_ending.IsCancellationRequested) return;
        _looks = (_looks.Asked + 1, _looks.Refused + (look is null ? 1 : 0), look is null ? _looks.Refusals + 1 : 0);
        if (look is null) return;
        _look = _look is not { } last || counts ? look
            : look with { CommittedBytes = last.CommittedBytes, Timers = last.Timers, PooledConnections = last.PooledConnections };
        if (look.CollectionSeconds is not { } seconds) return;
        _cost = (_cost.Count + 1, _cost.Total + seconds, Math.Max(_cost.Longest, seconds));
        pace.Took(seconds);
    }

    private async Task SampleAsync(IGrowthSource source, GrowthPace pace, double length)
    {
        var holding = await source.ReadAsync(_ending.Token);
        if (_ending.IsCancellationRequested) return;
        if (holding is { } now && _holding is { } before && now.StartTicks != before.StartTicks)
        {
            _series.Restarted(Now - length);
            (_look, _first) = (null, null);
            _snapshots.Clear();
            await _recording;
            (_sites, _recorded) = (null, null);
            lock (_gate) _sample.Restarted();
        }
        _holding = holding ?? _holding;
        lock (_gate)
        {
            var (point, requests) = _sample.Close(Now, length, holding, _look, garbageCounts: !pace.Collects);
            _series.Add(point, length, requests);
        }
        _look = null;
    }

    private async Task<HeapTypes?> SnapshotAsync(IGrowthSource source, CancellationToken cancellation)
    {
        var heap = await source.SnapshotAsync(cancellation);
        _snapshots.Add(heap?.Seconds ?? 0);
        return heap;
    }
}
