using System.Collections.Immutable;
using System.Globalization;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Statistics;
using Dyno.Experiments.Trials;
using Dyno.Load.Engine;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;
using Dyno.Subjects;

namespace Dyno.Experiments.Sweeps;

/// <summary>Searches a rate by bisection, with a few launches of each variant at each rate. The bracket it ends with is the answer.</summary>
/// <param name="plan">The experiment, with a sweep.</param>
/// <param name="runner">Makes the trials.</param>
/// <param name="listener">Told about each trial.</param>
/// <param name="signals">The user's stop and abort.</param>
/// <param name="folder">Keeps the trials.</param>
internal sealed class Sweep(ExperimentPlan plan, ITrialRunner runner, IExperimentListener listener, RunSignals signals, ExperimentFolder folder)
{
    private const double KneeFactor = 2;
    private const double AchievedShare = 0.99;
    private const double ErrorShare = 0.01;
    private const double DroppedShare = 0.001;

    private readonly SweepPlan _sweep = plan.Sweep!;
    private readonly List<TrialRecord> _trials = [];
    private readonly List<SweepPoint> _points = [];
    private readonly Dictionary<(string Cell, double Rate), List<RunResult>> _baselines = [];
    private int _round;

    /// <summary>Every trial, in the order in which they ran.</summary>
    public ImmutableArray<TrialRecord> Trials => [.. _trials];

    /// <summary>The environment as the first trial saw it; null before.</summary>
    public EnvironmentRecord? Environment { get; private set; }

    /// <summary>Searches, cell by cell.</summary>
    public async Task<SweepResult> RunAsync()
    {
        var findings = new List<SweepFinding>();
        foreach (var cell in plan.Variants.GroupBy(v => v.Cell))
        {
            if (_sweep.Find is SweepGoal.Knee or SweepGoal.Capacity)
            {
                foreach (var variant in cell) findings.Add(await SearchAsync(variant));
                continue;
            }
            var baseline = cell.Single(v => v.Name == plan.Compare.Baseline);
            foreach (var variant in cell.Where(v => v.Name != baseline.Name))
                findings.Add(_sweep.Find == SweepGoal.Parity ? await PartAsync(baseline, variant) : await CrossAsync(baseline, variant));
        }
        return new SweepResult
        {
            Find = _sweep.Find.ToString().ToLowerInvariant(),
            From = _sweep.From,
            To = _sweep.To,
            Findings = [.. findings],
            Points = [.. _points],
        };
    }

    private async Task<SweepFinding> SearchAsync(VariantPlan variant)
    {
        double? first = null;
        var (low, high) = await Bisection.RunAsync(_sweep, async rate =>
        {
            var runs = await MeasureAsync(variant, rate);
            if (runs is null) return null;
            var p99 = P99(runs);
            first ??= p99;
            var beyond = _sweep.Find == SweepGoal.Capacity ? runs.Count(IsOverloaded) * 2 > runs.Count : p99 is null || p99 > KneeFactor * first;
            Add(variant, rate, beyond, runs);
            return beyond;
        });
        return Finding(variant, low, high, _sweep.Find == SweepGoal.Capacity ? $"{variant.Name} keeps up" : $"the p99 of {variant.Name} stays below {KneeFactor:0} × its value at {Rate(_sweep.From)}");
    }

    private async Task<SweepFinding> CrossAsync(VariantPlan baseline, VariantPlan variant)
    {
        bool? slowerAtFirst = null;
        var (low, high) = await Bisection.RunAsync(_sweep, async rate =>
        {
            var ofBaseline = await MeasureAsync(baseline, rate);
            var ofVariant = ofBaseline is null ? null : await MeasureAsync(variant, rate);
            if (ofBaseline is null || ofVariant is null) return null;
            // A variant that gives no reliable p99 any more has lost.
            var isSlower = (P99(ofVariant) ?? double.MaxValue) > (P99(ofBaseline) ?? double.MaxValue);
            slowerAtFirst ??= isSlower;
            Add(baseline, rate, isSlower != slowerAtFirst, ofBaseline);
            Add(variant, rate, isSlower != slowerAtFirst, ofVariant);
            return isSlower != slowerAtFirst;
        });
        return Finding(variant, low, high, $"{variant.Name} has the {(slowerAtFirst == true ? "higher" : "lower")} p99 than {baseline.Name}");
    }

    private async Task<SweepFinding> PartAsync(VariantPlan baseline, VariantPlan variant)
    {
        var headline = plan.Compare.Headline;
        var (low, high) = await Bisection.RunAsync(_sweep, async rate =>
        {
            var ofBaseline = await BaselineAsync(baseline, rate);
            var ofVariant = ofBaseline is null ? null : await MeasureAsync(variant, rate);
            if (ofBaseline is null || ofVariant is null) return null;
            var limit = (1 + _sweep.Within) * (Headline(ofBaseline) ?? double.MaxValue);
            var beyond = (Headline(ofVariant) ?? double.MaxValue) > limit;
            Add(variant, rate, beyond, ofVariant);
            return beyond;
        });
        return Finding(variant, low, high, string.Create(CultureInfo.InvariantCulture,
            $"the {headline} of {variant.Name} is at most {_sweep.Within * 100:0.#} % above that of {baseline.Name}"));
    }

    // Every variant is held against the same measurement of the baseline at a rate.
    private async Task<List<RunResult>?> BaselineAsync(VariantPlan baseline, double rate)
    {
        if (_baselines.TryGetValue((baseline.Cell, rate), out var known)) return known;
        if (await MeasureAsync(baseline, rate) is not { } runs) return null;
        Add(baseline, rate, false, runs);
        return _baselines[(baseline.Cell, rate)] = runs;
    }

    private double? Headline(List<RunResult> runs)
    {
        var metrics = runs.Select(TrialMetrics.Of).Where(m => m.ContainsKey(plan.Compare.Headline));
        double[] values = [.. metrics.Select(m => m[plan.Compare.Headline]).Order()];
        return values.Length == 0 ? null : WalshAverages.Median(values);
    }

    private async Task<List<RunResult>?> MeasureAsync(VariantPlan variant, double rate)
    {
        _round++;
        var offered = variant with { Shape = variant.Shape with { Rate = rate.ToString("0.###", CultureInfo.InvariantCulture) + "/s" } };
        var runs = new List<RunResult>();
        for (var trial = 0; trial < _sweep.TrialsPerPoint; trial++)
        {
            if (signals.IsStopping) return null;
            listener.OnTrial(offered with { Name = $"{variant.Name} at {Rate(rate)}" }, _round, _trials.Count);
            if (await TrialAsync(offered) is { } run) runs.Add(run);
        }
        return runs.Count == 0 ? null : runs;
    }

    private async Task<RunResult?> TrialAsync(VariantPlan variant)
    {
        var record = new TrialRecord
        {
            Round = _round,
            Variant = variant.Name,
            Cell = variant.Cell,
            Outcome = TrialOutcome.Used,
            Metrics = ImmutableSortedDictionary<string, double>.Empty,
        };
        try
        {
            var run = await runner.RunAsync(variant, _round, signals);
            if (run.Outcome is RunOutcome.Interrupted or RunOutcome.Aborted) return null;
            Environment ??= run.Environment;
            Keep(record with { Metrics = TrialMetrics.Of(run), Run = folder.Keep(variant.Name, run), WarmUpReachedLevel = run.WarmUp?.ReachedLevel == true });
            return run;
        }
        catch (OperationCanceledException) when (signals.IsStopping)
        {
            return null;
        }
        catch (SubjectException failure)
        {
            Keep(record with { Outcome = TrialOutcome.Failed, Reason = failure.Message });
            return null;
        }
    }

    private void Keep(TrialRecord trial)
    {
        _trials.Add(trial);
        folder.Keep(trial);
        listener.OnTrialEnded(trial);
    }

    private void Add(VariantPlan variant, double rate, bool isBeyond, List<RunResult> runs) => _points.Add(new SweepPoint
    {
        Variant = variant.Name,
        Cell = variant.Cell,
        Rate = rate,
        IsBeyond = isBeyond,
        P99Nanos = P99(runs),
        AchievedRate = WalshAverages.Median([.. runs.Select(r => r.Measured.Totals.RequestsPerSecond).Order()]),
        Runs = [.. _trials.TakeLast(runs.Count).Select(t => t.Run).OfType<string>()],
    });

    // The number of the generator's drops is the server's answer here: it did not free the virtual users in time.
    private static bool IsOverloaded(RunResult run)
    {
        var totals = run.Measured.Totals;
        return totals.IterationsPerSecond < AchievedShare * totals.OfferedIterationsPerSecond
            || totals.DroppedIterations > DroppedShare * totals.PlannedStarts || totals.FailedRequests > ErrorShare * totals.Requests;
    }

    private static double? P99(List<RunResult> runs)
    {
        double[] values = [.. runs.Select(r => r.Measured.Latency.Response.Quantiles.FirstOrDefault(q => q.Quantile == 0.99))
            .Where(q => q is { Reliable: true }).Select(q => (double)q!.Nanos).Order()];
        return values.Length == 0 ? null : WalshAverages.Median(values);
    }

    private SweepFinding Finding(VariantPlan variant, double? low, double? high, string whatHolds) => new()
    {
        Variant = variant.Name,
        Cell = variant.Cell,
        Low = low,
        High = high,
        Sentence = (low, high) switch
        {
            (null, _) => $"{whatHolds}: not even at {Rate(_sweep.From)}",
            (_, null) => $"{whatHolds}: in the whole range, up to {Rate(_sweep.To)}",
            var (from, to) => $"{whatHolds} up to {Rate(from!.Value)}, and no more at {Rate(to!.Value)}",
        },
    };

    private static string Rate(double rate) => rate.ToString(rate < 100 ? "0.##" : "#,0", CultureInfo.InvariantCulture) + "/s";
}
