namespace Dyno.Inputs;

/// <summary>Reads <c>--health-limit errors=5%</c>. The names are those of <see cref="HealthLimit"/>.</summary>
internal static class HealthLimitReader
{
    private const string Option = "--health-limit";

    private static IEnumerable<string> Names => HealthLimit.All.Select(limit => limit.Name);

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
        if (HealthLimit.All.FirstOrDefault(limit => limit.Name == name) is not { } limit)
            problems.Add(Option, $"there is no limit \"{InText.Quote(name)}\"", Hint(name));
        else if (ValueOf(limit.Unit, value) is { } number)
            return limit.With(limits, number);
        else
        {
            var (kind, example) = InWords(limit.Unit);
            problems.Add(Option, $"\"{InText.Quote(value)}\" is not {kind}", $"write {Option} {name}={example}");
        }
        return limits;
    }

    private static string Hint(string name)
    {
        var meant = NearestWord.Find(name, Names) is { } near ? $"did you mean {near}? " : "";
        return $"{meant}write one of {string.Join(", ", Names.Order(StringComparer.Ordinal))}, as in {Option} dropped-starts=0.5%";
    }

    private static (string Kind, string Example) InWords(HealthLimitUnit unit) => unit switch
    {
        HealthLimitUnit.Share => ("a share from 0% to 100%", "0.5%"),
        HealthLimitUnit.Milliseconds => ("a duration", "5ms"),
        _ => ("a load per CPU", "0.5"),
    };

    private static double? ValueOf(HealthLimitUnit unit, string text) => unit switch
    {
        HealthLimitUnit.Share => text.EndsWith('%') && Number(text[..^1]) is <= 100 and var percent ? percent / 100 : null,
        HealthLimitUnit.Milliseconds => DurationText.TryParseTyped(text, out var time) ? time.TotalMilliseconds : null,
        _ => Number(text),
    };

    private static double? Number(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number)
            ? number
            : null;
}
