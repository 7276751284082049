namespace Dyno.Inputs;

/// <summary>Checks single options; the result is null when an option was not set or is wrong.</summary>
internal readonly struct OptionReader(ProblemList problems)
{
    public int? Count(string name, int? given, int min, int max) => (int?)Count(name, (long?)given, min, max);

    public long? Count(string name, long? given, long min, long max)
    {
        if (given is null || (given >= min && given <= max)) return given;
        problems.Add(name, $"{given} is not from {min:N0} to {max:N0}", $"write {name} {Math.Clamp(given.Value, min, max)}");
        return null;
    }

    public TimeSpan? Time(string name, string? given, string example, TimeSpan min = default)
    {
        if (given is null) return null;
        if (!DurationText.TryParseTyped(given, out var time))
            problems.Add(name, $"this is not a duration: \"{InText.Quote(given)}\"", $"write {name} {example} (also 1m30s, 500ms)");
        else if (time < min)
            problems.Add(name, $"{DurationText.Format(time)} is shorter than {DurationText.Format(min)}", $"write {name} {example}");
        else return time;
        return null;
    }
}
