using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Globalization;
using Dyno.Load.Health;
using Dyno.Load.Plans;
using Dyno.Results.Problems;

namespace Dyno.Inputs.Loads;

/// <summary>
/// Reads <c>--health-limit errors=5%</c>. The names are those that the rules of health print; a rule with two limits has
/// two names.
/// </summary>
internal static class HealthLimitReader
{
    private const string Option = "--health-limit";

    private static readonly FrozenDictionary<string, Setter> Setters = new Dictionary<string, Setter>
    {
        ["dropped-starts"] = Share((limits, share) => limits with { DroppedStarts = share }),
        ["start-lag"] = Time((limits, time) => limits with { StartLag = time }),
        ["start-lag-of-median"] = Share((limits, share) => limits with { StartLagOfMedian = share }),
        ["generator-saturated"] = Share((limits, share) => limits with { WorkerBusy = share }),
        ["server-idle"] = Share((limits, share) => limits with { ServerIdle = share }),
        ["stalls"] = Share((limits, share) => limits with { Stalled = share }),
        ["clock-skew"] = Time((limits, time) => limits with { ClockSkew = time }),
        ["errors"] = Share((limits, share) => limits with { Errors = share }),
        ["cut-iterations"] = Share((limits, share) => limits with { CutIterations = share }),
        ["exceptions"] = Share((limits, share) => limits with { Exceptions = share }),
        ["redirects"] = Share((limits, share) => limits with { Redirects = share }),
        ["resends"] = Share((limits, share) => limits with { Resends = share }),
        ["outages"] = Share((limits, share) => limits with { Outages = share }),
        ["cold-start"] = Share((limits, share) => limits with { ColdStart = share }),
        ["throttled"] = Share((limits, share) => limits with { Throttled = share }),
        ["warm-up"] = Share((limits, share) => limits with { RateRise = share }),
        ["load-average"] = new("a load per CPU", "0.5", (limits, text) =>
            Number(text) is { } load ? limits with { LoadAveragePerCpu = load } : null),
        ["steal"] = Share((limits, share) => limits with { Steal = share }),
        ["other-processes"] = Share((limits, share) => limits with { OtherProcesses = share }),
        ["near-ceiling"] = Share((limits, share) => limits with { CalibratedCeiling = share }),
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>The defaults, changed by the given limits; of two limits with one name the later one wins.</summary>
    public static HealthLimits Read(ImmutableArray<string> given, ProblemList problems)
    {
        var limits = new HealthLimits();
        foreach (var text in given.IsDefault ? [] : given) limits = Set(limits, text, problems);
        return limits;
    }

    private static HealthLimits Set(HealthLimits limits, string text, ProblemList problems)
    {
        var (name, value) = text.Split('=', 2, StringSplitOptions.TrimEntries) is [var left, var right] ? (left, right) : (text, "");
        if (!Setters.TryGetValue(name, out var setter))
            problems.Add(Option, $"there is no limit \"{InText.Quote(name)}\"", Hint(name));
        else if (setter.TrySet(limits, value) is { } changed)
            return changed;
        else
            problems.Add(Option, $"\"{InText.Quote(value)}\" is not {setter.Kind}", $"write {Option} {name}={setter.Example}");
        return limits;
    }

    private static string Hint(string name)
    {
        var meant = NearestWord.Find(name, Setters.Keys) is { } near ? $"did you mean {near}? " : "";
        return $"{meant}write one of {string.Join(", ", Setters.Keys.Order(StringComparer.Ordinal))}, as in {Option} dropped-starts=0.5%";
    }

    private static Setter Share(Func<HealthLimits, double, HealthLimits> set) => new("a share from 0% to 100%", "0.5%", (limits, text) =>
        text.EndsWith('%') && Number(text[..^1]) is <= 100 and var percent ? set(limits, percent / 100) : null);

    private static Setter Time(Func<HealthLimits, TimeSpan, HealthLimits> set) => new("a duration", "5ms", (limits, text) =>
        DurationText.TryParseTyped(text, out var time) ? set(limits, time) : null);

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number)
            ? number
            : null;

    private sealed record Setter(string Kind, string Example, Func<HealthLimits, string, HealthLimits?> TrySet);
}
