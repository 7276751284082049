namespace Dyno.Experiments;

/// <summary>Finds out, after the verdict, which methods cost the difference: launches of their own, profiled, whose rates count for nothing.</summary>
internal sealed class Explanation(
    ExperimentPlan plan, VariantPreparation prepared, LaunchGroups groups, Func<TimeSpan, ProfileRound> roundOf, IExperimentListener listener)
{
    private const double SmallDifference = 0.03; // of CPU time per request: below it, two launches are not enough

    private readonly Dictionary<(string Variant, string Cell), List<LaunchProfile>> _launches = [];

    /// <summary>Explains every pair that was compared and is not void.</summary>
    /// <param name="variants">Every variant of every cell, controls included.</param>
    /// <param name="folder">The folder of the experiment, which gets a folder <c>profiles</c>.</param>
    /// <param name="signals">Stop and abort.</param>
    /// <returns>The comparison with its profiles, and with the calls that explanations of its variants speak of.</returns>
    public async Task<Comparison> RunAsync(
        Comparison comparison, ImmutableArray<VariantPlan> variants, string folder, RunSignals signals)
    {
        var records = ImmutableArray.CreateBuilder<ProfileRecord>();
        foreach (var cell in variants.GroupBy(v => v.Cell))
            foreach (var group in groups.Of([.. cell]))
            {
                var pairs = comparison.Pairs.Where(p => p.Cell == cell.Key && p.IsAsked && IsMeasured(p)
                    && group.Any(v => v.Name == p.Baseline) && group.Any(v => v.Name == p.Variant)).ToList();
                if (pairs.Count == 0 || signals.IsStopping) continue;
                if (group.FirstOrDefault(v => v.Subject.Url is not null || v.Subject.On is not null) is { } away)
                {
                    listener.OnWarning($"no explanation: {away.Name} was not started on this machine, so its CPU cannot be sampled");
                    continue;
                }
                records.AddRange(await ExplainAsync(comparison, group, pairs, folder, signals));
            }
        return OwnCodeVerdict.Add(comparison with
        {
            Profiles = records.ToImmutable(),
            Variants = [.. comparison.Variants.Select(v => v with { Explanations = ExplainedCalls.Named(v.Explanations, LaunchesOf(v)) })],
        });
    }

    // Counted work is correct on a machine too busy for a verdict on time, and so are shares of samples.
    private static bool IsMeasured(PairResult pair) => pair.Verdict != "void" || pair.Judged.Any(j => j.IsStructural && j.Verdict is not ("void" or "notJudged"));

    private ImmutableArray<LaunchProfile> LaunchesOf(VariantResult variant) => [.. _launches.GetValueOrDefault((variant.Name, variant.Cell), [])];

    private async Task<IEnumerable<ProfileRecord>> ExplainAsync(
        Comparison comparison, ImmutableArray<VariantPlan> group, List<PairResult> pairs, string folder, RunSignals signals)
    {
        var launches = pairs.Exists(p => Math.Abs(MeasuredChange(p)) < SmallDifference) ? 4 : 2;
        var round = roundOf(LengthFor(comparison, group));
        var rounds = new List<RoundProfile>();
        var records = new List<ProfileRecord>();
        using var traces = OwnedFolder.Create("dyno-profile-");
        try
        {
            for (var i = 1; i <= launches; i++)
            {
                listener.OnStage($"profiling {string.Join(", ", group.Select(v => v.Name))}: launch {i} of {launches}");
                rounds.Add(await round.RunAsync(group, plan.Rounds + i, traces.Path, signals));
            }
            foreach (var (place, variant) in group.Index())
                _launches.TryAdd((variant.Name, variant.Cell), [.. rounds.Select(r => r.Profiles[place]).OfType<LaunchProfile>()]);
            foreach (var pair in pairs)
                if (RecordOf(comparison, group, rounds, pair, folder, await SourcesOfAsync(group, pair, signals.Stopping)) is { } record) records.Add(record);
        }
        catch (UserFault fault)
        {
            listener.OnWarning($"no explanation: {fault.Message}");
        }
        catch (OperationCanceledException)
        {
            listener.OnWarning("no explanation: stopped by the user");
        }
        return records;
    }

    private ProfileRecord? RecordOf(
        Comparison comparison, ImmutableArray<VariantPlan> group, List<RoundProfile> rounds, PairResult pair, string folder, CheckoutSources sources)
    {
        var (before, after) = (Of(pair.Baseline), Of(pair.Variant));
        if (before.IsEmpty || after.IsEmpty)
        {
            listener.OnWarning($"no explanation of {pair.Variant} against {pair.Baseline}: a program has no .NET diagnostics (DOTNET_EnableDiagnostics must not be 0)");
            return null;
        }
        var profiled = new ProfiledPair
        {
            Baseline = pair.Baseline,
            Variant = pair.Variant,
            Cell = pair.Cell,
            Before = before,
            After = after,
            Control = group.Any(v => v.Name == Judgement.ControlName) && pair.Baseline == plan.Compare.Baseline ? Of(Judgement.ControlName) : [],
            Micros = FigureOf("server.cpuPerRequest", pair.Baseline),
            MeasuredMicros = FigureOf("server.cpuPerRequest", pair.Variant) - FigureOf("server.cpuPerRequest", pair.Baseline),
            AllocatedBefore = FigureOf("server.allocatedPerRequest", pair.Baseline),
            AllocatedAfter = FigureOf("server.allocatedPerRequest", pair.Variant),
            Rung = rounds[^1].Rung,
            WhyNotBetter = rounds[^1].WhyNotBetter,
            Lost = rounds.Sum(r => r.Lost),
            IsFaster = pair.Verdict == "faster",
            IsWorkDifferent = pair.Judged.Any(j => j is { Metric: "server.cpuPerRequest", Verdict: "slower" or "faster" or "slightlySlower" or "slightlyFaster" }),
            WhyNoVerdict = FrameworkOf(pair.Baseline) is { } from && FrameworkOf(pair.Variant) is { } to && from != to
                ? $"{from} and {to} differ in all code, so that shares do not compare: CPU per request decides" : null,
        };
        return PairProfile.Of(profiled, sources, folder);

        double? FigureOf(string metric, string name) =>
            comparison.Variants.First(v => v.Name == name && v.Cell == pair.Cell).Metrics.TryGetValue(metric, out var spread) ? spread.Median : null;

        string? FrameworkOf(string name) => comparison.Variants.First(v => v.Name == name && v.Cell == pair.Cell).Effective?.Framework;

        ImmutableArray<LaunchProfile> Of(string name)
        {
            var place = group.Index().First(v => v.Item.Name == name).Index;
            return [.. rounds.Select(r => r.Profiles[place]).OfType<LaunchProfile>()];
        }
    }

    private async Task<CheckoutSources> SourcesOfAsync(ImmutableArray<VariantPlan> group, PairResult pair, CancellationToken cancellation)
    {
        var (before, after) = (CommitOf(pair.Baseline), CommitOf(pair.Variant));
        var diff = before is null && after is null ? null : await GitDiff.ReadAsync(plan.BaseDirectory, before, after, cancellation);
        return new CheckoutSources([.. prepared.Checkouts, plan.BaseDirectory], diff);

        string? CommitOf(string name) => prepared.RevisionOf(group.First(v => v.Name == name))?.Commit;
    }

    private static double MeasuredChange(PairResult pair) =>
        (pair.Metrics.FirstOrDefault(m => m.Metric == "server.cpuPerRequest")?.Ratio ?? pair.Metrics.FirstOrDefault()?.Ratio ?? 1) - 1;

    // As long as it takes until the least busy variant has used enough CPU time.
    private static TimeSpan LengthFor(Comparison comparison, ImmutableArray<VariantPlan> group) => SamplingTime.Of(
        comparison.Variants.Where(v => group.Any(g => g.Name == v.Name && g.Cell == v.Cell))
            .Select(v => v.Metrics.TryGetValue("server.cpuPerRequest", out var micros) && v.Metrics.TryGetValue("rate", out var rate) ? micros.Median * rate.Median / 1e6 : 1)
            .DefaultIfEmpty(1).Min());
}
