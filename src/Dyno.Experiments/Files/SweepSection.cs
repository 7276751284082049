using System.Globalization;
using Dyno.Experiments.Plans;
using Dyno.Results.Problems;

namespace Dyno.Experiments.Files;

/// <summary>The search of an experiment file: <c>sweep: { rate: 5..300, find: knee }</c>.</summary>
internal static class SweepSection
{
    internal static readonly string[] Keys = ["rate", "find", "trials", "within"];
    internal static readonly string[] Goals = ["crossover", "knee", "capacity", "parity"];

    /// <summary>The search; null without one, or with a problem.</summary>
    public static SweepPlan? Read(IReadOnlyDictionary<string, YamlPlace> entries)
    {
        if (!entries.TryGetValue("sweep", out var place)) return null;
        var keys = place.Entries(Keys);
        if (!keys.TryGetValue("rate", out var rate) || !keys.TryGetValue("find", out var find))
        {
            place.Problem("a sweep needs a rate and what to find", "write sweep: { rate: 5..300, find: capacity }");
            return null;
        }
        var trials = keys.TryGetValue("trials", out var t) ? t.Whole(1, 100) : 3;
        var goal = find.Text();
        if (!Goals.Contains(goal))
            find.Problem($"'{goal}' cannot be found", NearestWord.Find(goal, Goals) is { } near ? $"did you mean {near}?" : "write crossover, knee, capacity or parity");
        if (keys.TryGetValue("within", out var within) && goal != "parity") within.Problem("within is for parity only", "remove it");
        return Bounds(rate) is not { } bounds || trials is null || !Goals.Contains(goal) ? null : new SweepPlan
        {
            From = bounds.From,
            To = bounds.To,
            Find = Enum.Parse<SweepGoal>(goal, ignoreCase: true),
            TrialsPerPoint = (int)trials.Value,
            Within = within?.Share() ?? 0.1,
        };
    }

    private static (double From, double To)? Bounds(YamlPlace place)
    {
        var text = place.Text();
        var ends = text.Split("..");
        if (ends.Length == 2 && Number(ends[0]) is { } from && Number(ends[1].TrimEnd().Replace("/s", "", StringComparison.Ordinal)) is { } to
            && from > 0 && to > from) return (from, to);
        place.Problem($"'{text}' is no range of rates", "write rate: 5..300");
        return null;
    }

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint | NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite,
            CultureInfo.InvariantCulture, out var number) ? number : null;
}
