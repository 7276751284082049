namespace Dyno.Load;

/// <summary>One round of duet trials, from the first slice of the warm-up to the last of the measurement.</summary>
internal sealed class DuetSequence(ImmutableArray<DuetVariant> variants, DuetPlan plan)
{
    private const int FewestBlocks = 4;
    private static readonly TimeSpan Glance = TimeSpan.FromSeconds(1);

    private readonly SliceOrder _order = new(plan.Seed, variants.Length);
    private readonly SliceLength _length = new(plan);
    private long _began;
    private TimeSpan _looked;
    private int _blocks;

    private bool IsOver => plan.Signals.IsStopping;

    public async Task<ImmutableArray<RunResult>> RunAsync()
    {
        foreach (var variant in variants) variant.Began();
        await WarmUpAsync();
        if (plan.BeforeMeasuring is { } prepare) await prepare();
        foreach (var variant in variants) await variant.BeginAsync();
        await MeasureAsync();
        var disturbed = DisturbedBlocks.Of([.. variants.SelectMany(v => v.Slices)]);
        var results = ImmutableArray.CreateBuilder<RunResult>(variants.Length);
        foreach (var variant in variants) results.Add(await variant.FinishAsync(_length, variants.Length, disturbed));
        if (plan.Continuous > TimeSpan.Zero) await LoadContinuouslyAsync(results);
        return results.MoveToImmutable();
    }

    // After the results are built, so that nothing of it is part of them.
    private async Task LoadContinuouslyAsync(ImmutableArray<RunResult>.Builder results)
    {
        foreach (var index in _order.Next())
        {
            if (IsOver) return;
            var load = await variants[index].LoadContinuouslyAsync(plan.Continuous, SeedOfBlock, plan.InContinuous is { } call ? () => call(index) : null);
            if (!IsOver && results[index].Duet is { } duet) results[index] = results[index] with { Duet = duet with { Continuous = load } };
        }
    }

    /// <summary>
    /// The variants take turns until each is warm. A warm variant gets no further slices, so that no variant is warmed up for longer
    /// because another one is slow. The pause does no harm: the compiled code of the variant's runtime stays, its connections are reopened
    /// before the measurement, and the variant waits between its slices in the measurement as well.
    /// </summary>
    private async Task WarmUpAsync()
    {
        Begin();
        var planned = TimeSpan.FromTicks(variants.Sum(v => v.LongestWarmUp.Ticks));
        while (!IsOver && variants.Any(v => !v.IsWarm))
        {
            foreach (var index in _order.Next())
            {
                if (IsOver) return;
                if (variants[index].IsWarm) continue;
                await variants[index].WarmUpAsync(_length.Current, SeedOfBlock);
                Tell(variants[index].Phase, RunPhase.WarmUp, planned);
            }
            _blocks++;
            _length.Fit(variants.Select(v => v.Phase));
        }
    }

    private async Task MeasureAsync()
    {
        Begin();
        _order.BeginPair();
        var blocks = BlocksIn(plan.Measure);
        var planned = blocks * variants.Length * _length.Current;
        var look = await DuetLook.TakeAsync(variants);
        for (var block = 0; block < blocks; block++, _blocks++)
        {
            foreach (var index in _order.Next())
            {
                if (IsOver) return;
                // The first half is left out, because what an idle variant's runtime still compiles after a short warm-up is not background work.
                look = await SliceAsync(index, block, look, seesIdle: block >= blocks / 2);
                if (Elapsed - _looked < Glance) continue;
                foreach (var variant in variants) variant.Sample(Elapsed);
                Tell(variants[index].Phase, RunPhase.Measure, planned);
            }
            if (block == 1) blocks = FitMeasured(block + 1);
        }
    }

    // The end of a short warm-up is slower than what follows, and asked for longer slices than the variants need now.
    private int FitMeasured(int done)
    {
        var left = plan.Measure - done * _length.Current;
        _length.Fit(variants.Select(v => v.Phase));
        return left <= TimeSpan.Zero ? Math.Max(FewestBlocks, done) : Math.Max(FewestBlocks, done + BlocksIn(left, fewest: 2));
    }

    // An even number, because the second block of a pair mirrors the first.
    private int BlocksIn(TimeSpan time, int fewest = FewestBlocks) => Math.Max(fewest, (int)Math.Ceiling(time / _length.Current / 2) * 2);

    private async Task<DuetLook> SliceAsync(int index, int block, DuetLook before, bool seesIdle)
    {
        var at = Now;
        var counts = await variants[index].MeasureAsync(_length.Current, SeedOfBlock);
        var after = await DuetLook.TakeAsync(variants);
        for (var i = 0; i < variants.Length; i++)
            if (i != index && seesIdle && after.UsedSince(before, i) is { } used && after.TimeSince(before, i) is { } nanos)
                variants[i].Idled(used, nanos / 1e9);
        variants[index].Add(new SliceResult
        {
            Block = block,
            Seconds = Math.Round(plan.Time.GetElapsedTime(_began, at).TotalSeconds, 3),
            Length = Math.Round(counts.Seconds, 6),
            Counted = Math.Round(counts.Counted, 3),
            Requests = counts.Requests,
            Failed = counts.Failed,
            StalledSeconds = Math.Round(counts.StalledSeconds, 3),
            CpuMicros = after.UsedSince(before, index) is { } own ? Math.Round(own / 1e3) : null,
            OthersShare = after.OthersShareSince(before, index, plan.GeneratorSharesCpus) is { } others ? Math.Round(others, 3) : null,
        });
        return after;
    }

    private void Begin() => (_began, _looked) = (Now, TimeSpan.Zero);

    private long Now => plan.Time.GetTimestamp();

    private TimeSpan Elapsed => plan.Time.GetElapsedTime(_began);

    // The seed is mixed, because consecutive seeds give similar draws.
    private long SeedOfBlock => unchecked((long)new SplitMix64(plan.Seed * 31 + _blocks).Next());

    // Sends a snapshot at most once a second, of the variant that was visited last, to show that the round makes progress.
    private void Tell(SlicedPhase phase, RunPhase kind, TimeSpan planned)
    {
        if (Elapsed - _looked < Glance) return;
        _looked = Elapsed;
        if (plan.Listener is null) return;
        new ListenerGroup([plan.Listener]).Send(DuetSnapshot.Of(phase, kind, Elapsed, planned));
    }
}
