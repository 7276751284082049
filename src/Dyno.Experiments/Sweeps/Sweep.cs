namespace Dyno.Experiments;

/// <summary>
/// Searches a value by bisection, or tries the values of a setting. The answer is the last bracket. Where there are goals, fresh launches
/// that had no part in choosing the answer confirm it.
/// </summary>
/// <param name="plan">The experiment, with a sweep.</param>
/// <param name="listener">Receives the reason why a search cannot continue.</param>
internal sealed partial class Sweep(ExperimentPlan plan, SweepTrials trials, IExperimentListener listener)
{
    private const double KneeFactor = 2;
    private const double AchievedShare = 0.99;
    private const double ErrorShare = 0.01;
    private const double DroppedShare = 0.001;

    private readonly SweepPlan _sweep = plan.Sweep!;
    private readonly SweepGoals _goals = new(plan);
    private readonly List<SweepPoint> _points = [];
    private readonly Dictionary<(string Cell, double Rate), IReadOnlyList<SweepTrial>> _baselines = [];

    /// <summary>Searches, cell by cell.</summary>
    public async Task<SweepResult> RunAsync()
    {
        var findings = new List<SweepFinding>();
        foreach (var cell in plan.Variants.GroupBy(v => v.Cell))
        {
            if (_sweep.Find is SweepGoal.Goal or SweepGoal.Best)
            {
                foreach (var variant in cell)
                    findings.AddRange(_sweep.Find == SweepGoal.Goal ? await MeetAsync(variant) : await ChooseAsync(variant));
                continue;
            }
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
            Over = _sweep.Over.Kind == SweepKind.Rate ? null : _sweep.Over.ToString(),
            Goals = [.. _sweep.Goals.Select(goal => goal.ToString())],
            From = _sweep.From,
            To = _sweep.To,
            Findings = [.. findings],
            Points = [.. _points],
        };
    }

    private async Task<SweepFinding> SearchAsync(VariantPlan variant)
    {
        double? first = null;
        var bracket = await Bisection.RunAsync(_sweep, async rate =>
        {
            if (await trials.MeasureAsync([variant], rate) is not [var measured]) return null;
            var beyond = _sweep.Find == SweepGoal.Capacity ? measured.Count(IsOverloaded) * 2 > measured.Count : IsBeyondKnee(measured);
            if (beyond is { } known) Add(variant, rate, known, measured);
            else TellTooFew(rate);
            return beyond;
        });
        return Finding(variant, bracket, _sweep.Find == SweepGoal.Capacity
            ? $"{variant.Name} keeps up"
            : $"the {Headline} of {variant.Name} stays below {KneeFactor:0} × its value at {_sweep.Over.Words(_sweep.From)}");

        // A figure that can no longer be read, but could be read at lower values, counts as worse.
        bool? IsBeyondKnee(IReadOnlyList<SweepTrial> measured)
        {
            var figure = Figure(measured);
            first ??= figure;
            return first is null ? null : figure is null || figure > KneeFactor * first;
        }
    }

    private async Task<SweepFinding> CrossAsync(VariantPlan baseline, VariantPlan variant)
    {
        bool? slowerAtFirst = null;
        var bracket = await Bisection.RunAsync(_sweep, async rate =>
        {
            if (await trials.MeasureAsync([baseline, variant], rate) is not [var ofBaseline, var ofVariant]) return null;
            if ((Figure(ofBaseline), Figure(ofVariant)) is not ({ } figureOfBaseline, { } figureOfVariant))
            {
                TellTooFew(rate);
                return null;
            }
            var isSlower = figureOfVariant > figureOfBaseline;
            slowerAtFirst ??= isSlower;
            Add(baseline, rate, isSlower != slowerAtFirst, ofBaseline);
            Add(variant, rate, isSlower != slowerAtFirst, ofVariant);
            return isSlower != slowerAtFirst;
        });
        return Finding(variant, bracket, $"{variant.Name} has {(slowerAtFirst == true ? "a higher" : "a lower")} {Headline} than {baseline.Name}");
    }

    private async Task<SweepFinding> PartAsync(VariantPlan baseline, VariantPlan variant)
    {
        var bracket = await Bisection.RunAsync(_sweep, async rate =>
        {
            if (await BesideBaselineAsync(baseline, variant, rate) is not var (ofBaseline, ofVariant)) return null;
            if (Figure(ofBaseline) is not { } limit)
            {
                TellTooFew(rate);
                return null;
            }
            var beyond = (Figure(ofVariant) ?? double.MaxValue) > (1 + _sweep.Within) * limit;
            Add(variant, rate, beyond, ofVariant);
            return beyond;
        });
        return Finding(variant, bracket, string.Create(CultureInfo.InvariantCulture,
            $"the {Headline} of {variant.Name} is at most {_sweep.Within * 100:0.#} % above that of {baseline.Name}"));
    }

    // At each rate all variants are compared with the same measurement of the baseline.
    private async Task<(IReadOnlyList<SweepTrial> Baseline, IReadOnlyList<SweepTrial> Variant)?> BesideBaselineAsync(
        VariantPlan baseline, VariantPlan variant, double rate)
    {
        if (_baselines.TryGetValue((baseline.Cell, rate), out var known))
            return await trials.MeasureAsync([variant], rate) is [var alone] ? (known, alone) : null;
        if (await trials.MeasureAsync([baseline, variant], rate) is not [var ofBaseline, var ofVariant]) return null;
        Add(baseline, rate, false, ofBaseline);
        _baselines[(baseline.Cell, rate)] = ofBaseline;
        return (ofBaseline, ofVariant);
    }

    private string Headline => plan.Compare.Headline;

    private void TellTooFew(double rate) => listener.OnWarning(
        $"the trials at {_sweep.Over.Words(rate)} had too few good answers for the {Headline}: set a longer duration, or another headline, such as mean");

    private void Add(VariantPlan variant, double rate, bool isBeyond, IReadOnlyList<SweepTrial> measured)
    {
        var asksGoals = _sweep.Find is SweepGoal.Goal or SweepGoal.Best;
        _points.Add(new SweepPoint
        {
            Variant = variant.Name,
            Cell = variant.Cell,
            Rate = rate,
            IsBeyond = isBeyond,
            Missed = asksGoals ? [.. _sweep.Goals.Where(goal => !SweepGoals.IsMet(goal, measured)).Select(goal => goal.ToString())] : [],
            P99Nanos = Median(measured, "p99"),
            AchievedRate = WalshAverages.Median([.. measured.Select(t => t.Run.Measured.Totals.IterationsPerSecond).Order()]),
            Objective = asksGoals ? _goals.Objective(measured) : null,
            Others = asksGoals ? _goals.Others(measured) : [],
            Runs = [.. measured.Select(t => t.File).OfType<string>()],
        });
    }

    // Dropped starts count as the answer of the server here, because it did not free the virtual users in time.
    private static bool IsOverloaded(SweepTrial trial)
    {
        var totals = trial.Run.Measured.Totals;
        return totals.IterationsPerSecond < AchievedShare * totals.OfferedIterationsPerSecond
            || totals.DroppedIterations > DroppedShare * totals.PlannedStarts || totals.FailedRequests > ErrorShare * totals.Requests;
    }

    private double? Figure(IReadOnlyList<SweepTrial> measured) => Median(measured, Headline);

    // The median over the trials; null unless every trial has the metric.
    private static double? Median(IReadOnlyList<SweepTrial> measured, string metric)
    {
        double[] values = [.. measured.Select(t => RunFigures.Of(t.Run)).Where(m => m.ContainsKey(metric)).Select(m => m[metric]).Order()];
        return values.Length < measured.Count ? null : WalshAverages.Median(values);
    }

    private SweepFinding Finding(VariantPlan variant, Bracket bracket, string whatHolds) => new()
    {
        Variant = variant.Name,
        Cell = variant.Cell,
        Low = bracket.Low,
        High = bracket.High,
        Sentence = bracket.IsWhole ? Sentence(bracket, whatHolds) : CutShort(bracket, whatHolds),
    };

    private string Sentence(Bracket bracket, string whatHolds) => bracket switch
    {
        { Low: null } => $"{whatHolds} at no value, not even at {_sweep.Over.Words(_sweep.From)}",
        { High: null } => $"{whatHolds} in the whole range, up to {_sweep.Over.Words(_sweep.To)}",
        { Low: { } low, High: { } high } => $"{whatHolds} up to {_sweep.Over.Words(low)}, but not at {_sweep.Over.Words(high)}",
    };

    private string CutShort(Bracket bracket, string whatHolds) => bracket switch
    {
        { Low: { } low, High: { } high } => $"{whatHolds} at {_sweep.Over.Words(low)}, but not at {_sweep.Over.Words(high)}; the search did not finish",
        { Low: { } low } => $"{whatHolds} at {_sweep.Over.Words(low)}; the search did not finish",
        _ => $"it is unknown whether {whatHolds}: the search did not finish",
    };
}
