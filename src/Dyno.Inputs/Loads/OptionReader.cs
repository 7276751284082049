using Dyno.Inputs.Problems;
using Dyno.Inputs.Quantities;

namespace Dyno.Inputs.Loads;

/// <summary>Checks single options; each gives null when it was not said or is wrong.</summary>
internal readonly struct OptionReader(ProblemList problems)
{
    public int? Count(string name, int? given, int min, int max) => (int?)Count(name, (long?)given, min, max);

    public long? Count(string name, long? given, long min, long max)
    {
        if (given is null || (given >= min && given <= max)) return given;
        problems.Add(name, $"{given} is not from {min:N0} to {max:N0}", $"write {name} {Math.Clamp(given.Value, min, max)}");
        return null;
    }

    public TimeSpan? Time(string name, string? given, string example, bool aboveZero = false)
    {
        if (given is null) return null;
        if (DurationText.TryParse(given, out var time) && (time > TimeSpan.Zero || !aboveZero)) return time;
        var kind = aboveZero ? "a duration above 0" : "a duration";
        problems.Add(name, $"this is not {kind}: \"{InText.Quote(given)}\"", $"write {name} {example} (or 1m30s, 500ms)");
        return null;
    }
}
