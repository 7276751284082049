namespace Dyno.Experiments;

/// <summary>Searches with goals: the highest value that meets each, or the best of some values.</summary>
internal sealed partial class Sweep
{
    private const int MostCandidates = 3;

    // Measurements of the search for one goal, which the search for the next goal uses again.
    private readonly Dictionary<(string Cell, string Variant, double Value), IReadOnlyList<SweepTrial>> _measured = [];

    private async Task<IReadOnlyList<SweepFinding>> MeetAsync(VariantPlan variant)
    {
        var findings = new List<SweepFinding>();
        foreach (var goal in _goals.All) findings.Add(await MeetAsync(variant, goal));
        return findings;
    }

    private async Task<SweepFinding> MeetAsync(VariantPlan variant, SweepConditions goal)
    {
        var good = new List<double>();
        var bracket = await Bisection.RunAsync(_sweep, async value =>
        {
            if (await MeasuredAsync(variant, value) is not { } measured) return null;
            var met = SweepGoals.IsMet(goal, measured);
            if (met) good.Add(value);
            return !met;
        });
        return await ConfirmedAsync(variant, goal, bracket, good.OrderDescending(), $"{variant.Name} meets {goal}");
    }

    private async Task<IReadOnlyList<SweepTrial>?> MeasuredAsync(VariantPlan variant, double value)
    {
        if (_measured.TryGetValue((variant.Cell, variant.Name, value), out var known)) return known;
        if (await trials.MeasureAsync([variant], value) is not [var measured]) return null;
        Add(variant, value, IsBeyondAll(measured), measured);
        return _measured[(variant.Cell, variant.Name, value)] = measured;
    }

    private bool IsBeyondAll(IReadOnlyList<SweepTrial> measured) => !_goals.All.Any(goal => SweepGoals.IsMet(goal, measured));

    // Measures all values in turn, and repeats this as often as planned, so that a slow minute of the machine affects all values.
    private async Task<IReadOnlyList<SweepFinding>> ChooseAsync(VariantPlan variant)
    {
        var launches = _sweep.Values.ToDictionary(value => value, _ => new List<SweepTrial>());
        for (var round = 0; round < _sweep.TrialsPerPoint; round++)
            foreach (var index in RoundOrder.Of(plan.Seed, round + 1, _sweep.Values.Length))
                if (await trials.MeasureAsync([variant], _sweep.Values[index], times: 1) is [var launch]) launches[_sweep.Values[index]].AddRange(launch);
        var points = new List<(double Value, double Headline, List<SweepTrial> Launches)>();
        foreach (var (value, measured) in launches.Where(point => point.Value.Count > 0).OrderBy(point => point.Key))
        {
            Add(variant, value, IsBeyondAll(measured), measured);
            if (_goals.Objective(measured) is { } objective) points.Add((value, objective.Value, measured));
            else TellTooFew(value);
        }
        var isWhole = points.Count == _sweep.Values.Length;
        var better = FigureTable.All.GetValueOrDefault(Headline)?.HigherIsBetter == true ? 1 : -1;
        var findings = new List<SweepFinding>();
        foreach (var goal in _goals.All)
        {
            var candidates = points.Where(p => SweepGoals.IsMet(goal, p.Launches)).OrderByDescending(p => better * p.Headline).Select(p => p.Value);
            findings.Add(await ConfirmedAsync(variant, goal, new Bracket(null, null, isWhole), candidates,
                $"{variant.Name} has the {(better > 0 ? "highest" : "lowest")} {FigureTable.Of(Headline).Brief}{(goal.Thresholds.IsEmpty ? "" : $" that meets {goal}")}"));
        }
        List<(double, double)> curve = Headline is "rate" or "iterations" ? [.. points.Select(p => (p.Value, p.Headline))] : [];
        return [.. findings.Select(finding => finding with { ScalabilityKnee = Knee.OfScalability(curve), BendKnee = Knee.OfBend(curve) })];
    }

    // Measures fresh launches at the best candidate; where these do not meet the goal, the next candidate is measured.
    private async Task<SweepFinding> ConfirmedAsync(
        VariantPlan variant, SweepConditions goal, Bracket bracket, IEnumerable<double> candidates, string whatHolds)
    {
        var refused = new List<double>();
        foreach (var value in candidates.Take(MostCandidates))
        {
            if (await trials.MeasureAsync([variant], value, _sweep.Confirmations) is not [var fresh])
                return Finding(variant, bracket with { IsWhole = false }, whatHolds) with { Goal = WordsOf(goal) };
            if (!goal.Thresholds.IsEmpty && !SweepGoals.IsMet(goal, fresh))
            {
                refused.Add(value);
                continue;
            }
            var objective = _goals.Objective(fresh);
            return new SweepFinding
            {
                Variant = variant.Name,
                Cell = variant.Cell,
                Goal = WordsOf(goal),
                Low = value,
                High = _sweep.Find == SweepGoal.Best ? value : refused.Count > 0 ? refused.Min() : bracket.High,
                Confirmed = goal.Thresholds.IsEmpty ? fresh.Count : SweepGoals.Met(goal, fresh),
                Objective = objective,
                Others = _goals.Others(fresh),
                Sentence = ConfirmedWords(whatHolds, value, bracket, refused, fresh.Count, objective),
            };
        }
        // Values without a launch that counts are unknown, so nothing may be said of the whole range.
        if (refused.Count == 0 && !bracket.IsWhole) return Finding(variant, bracket, whatHolds) with { Goal = WordsOf(goal) };
        return new SweepFinding
        {
            Variant = variant.Name,
            Cell = variant.Cell,
            Goal = WordsOf(goal),
            High = refused.Count > 0 ? refused.Min() : bracket.High,
            Sentence = refused.Count > 0
                ? $"{whatHolds} at {string.Join(" and ", refused.Select(_sweep.Over.Words))}, but fresh launches did not confirm this: no answer"
                : $"{whatHolds} at no value from {_sweep.Over.Words(_sweep.From)} to {_sweep.Over.Words(_sweep.To)}: the goal cannot be met in this range",
        };
    }

    // As in "rate 43,900/s (41,900/s to 45,100/s)".
    private static string Words(SweepObjective objective)
    {
        var figure = FigureTable.Of(objective.Metric);
        var interval = objective is { Low: { } low, High: { } high } ? $" ({figure.Say(low)} to {figure.Say(high)})" : "";
        return $"{figure.Brief} {figure.Say(objective.Value)}{interval}";
    }

    private static string? WordsOf(SweepConditions goal) => goal.Thresholds.IsEmpty ? null : goal.ToString();

    private string ConfirmedWords(string whatHolds, double value, Bracket bracket, List<double> refused, int launches, SweepObjective? objective)
    {
        var place = _sweep.Find == SweepGoal.Best || (!bracket.IsWhole && bracket.High is null) ? "at" : value >= _sweep.To ? "in the whole range, up to" : "up to";
        var reached = objective is null ? "" : $", with {Words(objective)}";
        var open = bracket.IsWhole ? "" : _sweep.Find == SweepGoal.Best ? "; not every value could be measured" : "; the search did not finish";
        var given = refused.Count == 0 ? "" : $"; {string.Join(" and ", refused.Select(_sweep.Over.Words))} was found first but not confirmed";
        return $"{whatHolds} {place} {_sweep.Over.Words(value)}{reached}; confirmed by {launches} fresh {(launches == 1 ? "launch" : "launches")}{given}{open}";
    }
}
