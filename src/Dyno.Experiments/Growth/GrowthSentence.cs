namespace Dyno.Experiments;

/// <summary>What a long run shows, in one sentence.</summary>
internal static class GrowthSentence
{
    private const int MostTypes = 3;
    private const double NotableShare = 0.1; // of the growth of all named types
    private static readonly TimeSpan Far = TimeSpan.FromDays(3650);

    /// <summary>The sentence, without a full stop.</summary>
    public static string Of(ImmutableArray<GrowthFigure> figures, ImmutableArray<GrowingType> types, TimeSpan horizon)
    {
        var growing = figures.Where(f => f.Verdict == GrowthVerdict.Grows).ToList();
        if (growing.Count > 0) return Growing(growing, types);
        var unclear = figures.Where(IsUnclear).ToList();
        if (figures.IsEmpty) return "nothing was observed that could grow: the server's process is not known";
        if (unclear.Count == 0) return $"nothing grows that would matter in {Time(horizon)}";
        return Unclear(unclear, figures.Length);
    }

    /// <summary>The verdict on all figures: of times, only growth counts, because a time that scatters fills no memory.</summary>
    public static GrowthVerdict VerdictOf(ImmutableArray<GrowthFigure> figures) =>
        figures.Any(f => f.Verdict == GrowthVerdict.Grows) ? GrowthVerdict.Grows
        : figures.IsEmpty || figures.Any(IsUnclear) ? GrowthVerdict.Unclear
        : GrowthVerdict.Steady;

    /// <summary>What grows so far, in few words: <c>managed heap +1.9 MB an hour</c>.</summary>
    public static string? Short(ImmutableArray<GrowthFigure> figures)
    {
        var growing = figures.Where(f => f.Verdict == GrowthVerdict.Grows).ToList();
        growing = [.. growing.Where(f => !IsPartOf(f, growing))];
        if (growing.Count > 0) return string.Join(", ", growing.Take(2).Select(f => $"{f.Title} +{PerTime(f, f.PerHour ?? 0)}"));
        return VerdictOf(figures) == GrowthVerdict.Steady ? "nothing grows" : null;
    }

    /// <summary>Growth with its unit and the word of its time: <c>1.9 MB an hour</c>.</summary>
    internal static string PerTime(GrowthFigure figure, double perHour)
    {
        var (value, word) = figure.Unit == "count" && Math.Abs(perHour) < 1 ? (perHour * 24, "a day") : (perHour, "an hour");
        return $"{Amount(figure, value)} {word}";
    }

    /// <summary>A value with its unit: <c>1.9 MB</c>.</summary>
    internal static string Amount(GrowthFigure figure, double value) => (value < 0 ? "−" : "") + figure.Unit switch
    {
        "bytes" => FigureText.Traffic(Math.Abs(value)),
        "ns" => FigureText.Time(Math.Abs(value)),
        _ => FigureText.Digits(Math.Abs(value)),
    };

    /// <summary>The interval as it stands after a rate: <c>1.6 to 2.2</c>, with units where they differ.</summary>
    internal static string Interval(GrowthFigure figure)
    {
        if (figure is not { LowerPerHour: { } lower, UpperPerHour: { } upper }) return "";
        string low = PerTime(figure, lower), high = PerTime(figure, upper);
        string UnitOf(string text) => text[(text.IndexOf(' ') + 1)..];
        return UnitOf(low) == UnitOf(high) && UnitOf(low) == UnitOf(PerTime(figure, figure.PerHour ?? 0)) ? $"{low.Split(' ')[0]} to {high.Split(' ')[0]}" : $"{low} to {high}";
    }

    /// <summary>A length of time in its largest fitting unit: <c>11 days</c>.</summary>
    internal static string Time(TimeSpan time) => time switch
    {
        { TotalMinutes: < 2 } => Whole(time.TotalSeconds, "second"),
        { TotalHours: < 2 } => Whole(time.TotalMinutes, "minute"),
        { TotalDays: < 2 } => Whole(time.TotalHours, "hour"),
        { TotalDays: < 730 } => Whole(time.TotalDays, "day"),
        _ => Whole(time.TotalDays / 365, "year"),
    };

    private static string Growing(List<GrowthFigure> growing, ImmutableArray<GrowingType> types)
    {
        var first = growing[0];
        // Committed memory and the working set contain the heap, and sockets are open files.
        var more = growing.Skip(1).Where(f => !IsPartOf(f, growing)).ToList();
        List<string> parts = [Rate(first)];
        if (first.Name.StartsWith("heap", StringComparison.Ordinal) && Named(types) is { } named) parts.Add(named);
        parts.AddRange(more.Select(f => $"the {f.Title} {(IsPlural(f) ? "grow" : "grows")} by {PerTime(f, f.PerHour ?? 0)}"));
        if (Limit(growing) is { } limit) parts.Add(limit);
        return string.Join("; ", parts);
    }

    private static bool IsPartOf(GrowthFigure figure, List<GrowthFigure> growing) => figure.Name switch
    {
        "heapLow" or "committed" or "workingSet" => growing.Exists(f => f.Name == "heap") || (figure.Name != "heapLow" && growing.Exists(f => f.Name == "heapLow"))
            || (figure.Name == "workingSet" && growing.Exists(f => f.Name == "committed")),
        "sockets" => growing.Exists(f => f.Name == "handles"),
        _ => false,
    };

    private static string Rate(GrowthFigure figure)
    {
        var interval = Interval(figure) is { Length: > 0 } within ? $" ({within})" : "";
        var each = figure switch
        {
            { Unit: "bytes", PerRequest: >= 0.5 and var bytes } => string.Create(CultureInfo.InvariantCulture, $", {Math.Round(bytes):N0} {(Math.Round(bytes) == 1 ? "byte" : "bytes")} per request"),
            { Unit: "count", PerRequest: > 0 and var things } => $", one per {FigureText.Count((long)Math.Max(1, Math.Round(1 / things)), "request")}",
            _ => "",
        };
        return $"the {figure.Title} {(IsPlural(figure) ? "grow" : "grows")} by {PerTime(figure, figure.PerHour ?? 0)}{interval}{each}";
    }

    private static string? Named(ImmutableArray<GrowingType> types)
    {
        var all = types.Sum(t => t.Bytes);
        var named = types.Where(t => t.Bytes > NotableShare * all).Take(MostTypes).Select(t => Short(t.Name)).ToList();
        return named.Count == 0 ? null : $"{InWords(named)} {(named.Count == 1 ? "grows" : "grow")}";
    }

    // The namespaces of .NET itself say nothing: byte[], not System.Byte[].
    private static string Short(string type) => type.Replace("System.Collections.Generic.", "", StringComparison.Ordinal).Replace("System.Byte[]", "byte[]", StringComparison.Ordinal)
        .Replace("System.String", "string", StringComparison.Ordinal).Replace("System.Object", "object", StringComparison.Ordinal);

    private static string? Limit(List<GrowthFigure> growing)
    {
        if (growing.Where(f => f.SecondsToLimit is not null).MinBy(f => f.SecondsToLimit) is not { } soonest) return null;
        var left = TimeSpan.FromSeconds(Math.Min(soonest.SecondsToLimit!.Value, TimeSpan.FromDays(365_000).TotalSeconds));
        var limit = soonest.Unit == "bytes" ? FigureText.Memory(soonest.Limit!.Value) : $"{FigureText.Count((long)soonest.Limit!.Value)} {soonest.Title}";
        return left > Far ? null : $"at this rate the process reaches its limit of {limit} in {Time(left)}";
    }

    private static string Unclear(List<GrowthFigure> unclear, int all)
    {
        List<string> titles = [.. unclear.Take(MostTypes).Select(f => f.Title)];
        if (unclear.Count > MostTypes) titles.Add($"{unclear.Count - MostTypes} more");
        var names = InWords(titles);
        var others = unclear.Count == all ? "" : "; nothing else grows that would matter";
        var more = unclear[0].SecondsMore is { } seconds and < 30 * 86_400 ? $"; about {Time(TimeSpan.FromSeconds(Math.Max(60, seconds)))} more would likely decide" : "";
        return $"it is not clear whether the {names} {(unclear.Count > 1 || IsPlural(unclear[0]) ? "grow" : "grows")}: {unclear[0].Why}{more}{others}";
    }

    private static bool IsUnclear(GrowthFigure figure) => figure.Verdict == GrowthVerdict.Unclear && figure.Unit != "ns";

    private static bool IsPlural(GrowthFigure figure) => figure.Title.EndsWith('s') && figure.Unit == "count";

    private static string Whole(double value, string unit) => FigureText.Count((long)Math.Max(1, Math.Round(value)), unit);

    private static string InWords(List<string> words) => words.Count == 1 ? words[0] : $"{string.Join(", ", words[..^1])} and {words[^1]}";
}
