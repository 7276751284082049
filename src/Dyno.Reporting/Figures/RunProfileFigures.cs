namespace Dyno.Reporting;

internal static class RunProfileFigures
{
    /// <summary>The profile in one or two sentences.</summary>
    public static string Sentence(RunProfile profile)
    {
        if (profile.Methods.FirstOrDefault(method => !IsArea(method)) is not { } first)
            return profile.Samples == 0 ? "No CPU sample was taken, so no method can be named." : "None of the program's own methods uses CPU time that samples see; the rest is in the table.";
        if (profile.Samples == 0) return $"{first.Method}{PlaceOf(first)} is first of the methods that allocate or wait; CPU time could not be sampled.";
        var cost = first.Micros is { } micros && profile.Micros is { } whole
            ? $"{ProfileFigures.Plain(micros)} of the {ProfileFigures.Plain(whole)} µs of CPU time per request ({Percent(first.Share)})" : $"{Percent(first.Share)} of the CPU time";
        var call = first.Call is { } name ? $", {Percent(first.CallShare)} in its call of {name}" : "";
        var bytes = first.AllocatedBytes is { } allocated ? $"; it allocates {FigureText.Count((long)allocated)} bytes per request, most of it {first.AllocatedType}" : "";
        var events = first.Events.IsEmpty ? "" : $"; it {string.Join(", and ", first.Events)}";
        return $"{first.Method}{PlaceOf(first)} uses {cost}{call}{bytes}{events}.";
    }

    /// <summary>How the profile was made, and where its files are.</summary>
    public static string HowMeasured(RunProfile profile)
    {
        var files = profile.Files.FirstOrDefault(file => file.EndsWith(".speedscope.json", StringComparison.Ordinal)) is { } graph ? $" Flame graph for speedscope.app: {graph}." : "";
        return $"One launch after the run, {FigureText.Count(profile.Samples, "sample")}; nothing of it is in the run's figures. {profile.Bias}{files}";
    }

    /// <summary>The cost per request, or the share where that is not known.</summary>
    public static string Cost(ProfiledMethod method) => method.Micros is { } micros ? ProfileFigures.Plain(micros) : "";

    public static string Percent(double share) => (share * 100).ToString(share < 0.1 ? "0.0" : "0", CultureInfo.InvariantCulture) + " %";

    public static string Source(ProfiledMethod method) => method.File is null ? ""
        : method.Line is { } line ? $"{method.File}:{line.ToString(CultureInfo.InvariantCulture)}" : method.File;

    /// <summary>What it calls that costs most, and what happens there.</summary>
    public static string Call(ProfiledMethod method)
    {
        var call = method.CallShare <= 0 ? "" : $"{method.Call ?? "its own code"} {Percent(method.CallShare)}";
        return string.Join("; ", ((string[])[call, .. method.Events]).Where(part => part.Length > 0));
    }

    public static string Bytes(ProfiledMethod method) => method.AllocatedBytes is { } bytes ? FigureText.Count((long)bytes) : "";

    private static string PlaceOf(ProfiledMethod method) => Source(method) is { Length: > 0 } source ? $" ({source})" : "";

    private static bool IsArea(ProfiledMethod method) => method.Method.StartsWith('(');
}
