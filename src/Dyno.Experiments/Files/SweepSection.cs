namespace Dyno.Experiments;

/// <summary>
/// The search of an experiment file: <c>sweep: { rate: 5..300, find: knee }</c>, <c>sweep: { over: connections, range: 1..500,
/// goal: "p99 &lt; 20ms" }</c>, <c>sweep: { over: env.LIMIT, values: [10, 50], find: best }</c>.
/// </summary>
internal static class SweepSection
{
    internal static readonly string[] Keys = ["rate", "over", "range", "values", "goal", "find", "trials", "confirm", "within"];
    internal static readonly string[] Finds = ["crossover", "knee", "capacity", "parity", "goal", "best"];

    /// <summary>The search; null without one, or with a problem.</summary>
    public static SweepPlan? Read(IReadOnlyDictionary<string, YamlPlace> entries)
    {
        if (!entries.TryGetValue("sweep", out var place)) return null;
        var keys = place.Entries(Keys);
        var over = Over(place, keys);
        var goals = keys.TryGetValue("goal", out var goal) ? Goals(goal) : [];
        var find = Find(place, keys, hasNoGoal: goal is null);
        var values = keys.TryGetValue("values", out var list) ? Values(list) : [];
        var trials = keys.TryGetValue("trials", out var t) ? t.Whole(1, 100) : 3;
        var confirm = keys.TryGetValue("confirm", out var c) ? c.Whole(1, 100) : 3;
        if (keys.TryGetValue("within", out var within) && find != SweepGoal.Parity) within.Problem("within is for parity only", "remove it");
        if (over is null || find is null || trials is null || confirm is null || Ends(place, keys, over, find.Value, values) is not { } ends) return null;
        return new SweepPlan
        {
            Over = over,
            Goals = goals,
            Values = values,
            From = ends.From,
            To = ends.To,
            Find = find.Value,
            TrialsPerPoint = (int)trials.Value,
            Confirmations = (int)confirm.Value,
            Within = within?.Share() ?? 0.1,
        };
    }

    private static SweepDimension? Over(YamlPlace place, IReadOnlyDictionary<string, YamlPlace> keys)
    {
        if (!keys.TryGetValue("over", out var over)) return SweepDimension.Rate;
        if (SweepDimension.Read(over.Text()) is { } read) return read;
        over.Problem($"'{over.Text()}' cannot be varied", "write rate, connections, streams, env.NAME for an environment variable of the subject, or load.NAME for one of a load in code");
        return null;
    }

    private static SweepGoal? Find(YamlPlace place, IReadOnlyDictionary<string, YamlPlace> keys, bool hasNoGoal)
    {
        if (!keys.TryGetValue("find", out var find))
        {
            if (!hasNoGoal) return keys.ContainsKey("values") ? SweepGoal.Best : SweepGoal.Goal;
            place.Problem("a sweep must say what to find", "write sweep: { rate: 5..300, find: capacity }, or a goal: sweep: { rate: 5..300, goal: 'p99 < 20ms' }");
            return null;
        }
        var word = find.Text();
        if (!Finds.Contains(word))
        {
            find.Problem($"a sweep cannot find '{word}'",
                NearestWord.Find(word, Finds) is { } near ? $"did you mean {near}?" : $"write {string.Join(", ", Finds[..^1])} or {Finds[^1]}");
            return null;
        }
        var goal = Enum.Parse<SweepGoal>(word, ignoreCase: true);
        if (goal == SweepGoal.Goal && hasNoGoal) find.Problem("the goal is missing", "write goal: 'p99 < 20ms, errors < 0.1%'");
        if (goal is not (SweepGoal.Goal or SweepGoal.Best) && !hasNoGoal) find.Problem($"{word} takes no goal", "write find: goal, or remove the goal");
        return goal;
    }

    /// <summary>One goal, or a list of them.</summary>
    private static ImmutableArray<SweepConditions> Goals(YamlPlace place) => place.IsList ? [.. place.Items().Select(Conditions)] : [Conditions(place)];

    /// <summary>Conditions between commas: <c>p99.9 &lt; 20ms, errors &lt; 0.1%</c>.</summary>
    private static SweepConditions Conditions(YamlPlace place)
    {
        var conditions = ImmutableArray.CreateBuilder<Threshold>();
        foreach (var text in place.Text().Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            if (ThresholdParser.TryParse(text, out var threshold, out var error)) conditions.Add(threshold);
            else place.Problem(error, "write goal: 'p99.9 < 20ms, errors < 0.1%'");
        return new SweepConditions(conditions.ToImmutable());
    }

    private static ImmutableArray<double> Values(YamlPlace place)
    {
        var values = place.Texts().Select(text => (Text: text, Number: Number(text))).ToList();
        foreach (var (text, _) in values.Where(v => v.Number is null)) place.Problem($"'{text}' is not a number", "write values: [10, 25, 50, 100]");
        return [.. values.Select(v => v.Number).OfType<double>().Distinct().Order()];
    }

    private static (double From, double To)? Ends(
        YamlPlace place, IReadOnlyDictionary<string, YamlPlace> keys, SweepDimension over, SweepGoal find, ImmutableArray<double> values)
    {
        if (find == SweepGoal.Best)
        {
            if (values.Length > 1) return (values[0], values[^1]);
            place.Problem("best needs a list of values to try", "write values: [10, 25, 50, 100]");
            return null;
        }
        if (!values.IsEmpty) place.Problem("values are for find: best", "write range: 1..500, or find: best");
        if (find != SweepGoal.Goal && over.Kind != SweepKind.Rate) place.Problem($"{find.ToString().ToLowerInvariant()} is searched over rates only", "remove over, or write a goal");
        var name = over.Kind == SweepKind.Rate ? "rate" : "range";
        if (keys.TryGetValue(name, out var range) || keys.TryGetValue("range", out range)) return Bounds(range);
        place.Problem($"a sweep needs a {name}", name == "rate" ? "write sweep: { rate: 5..300, find: capacity }" : "write range: 1..500");
        return null;
    }

    private static (double From, double To)? Bounds(YamlPlace place)
    {
        var text = place.Text();
        var ends = text.Split("..");
        if (ends.Length == 2 && Number(ends[0]) is { } from && Number(ends[1].TrimEnd().Replace("/s", "", StringComparison.Ordinal)) is { } to
            && from > 0 && to > from) return (from, to);
        place.Problem($"'{text}' is not a range", $"write {place.Name}: 5..300");
        return null;
    }

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint | NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite,
            CultureInfo.InvariantCulture, out var number) ? number : null;
}
