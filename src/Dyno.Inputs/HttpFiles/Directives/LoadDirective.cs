namespace Dyno.Inputs;

/// <summary>
/// <c># @load rate=200/s duration=30s</c>: the options of <c>dyno run</c> by their long names, for the whole file. The directive may stand
/// anywhere and more than once, but each setting only once.
/// </summary>
internal sealed partial class LoadDirective
{
    private static readonly ImmutableArray<Setting> Settings =
    [
        Time("duration", "30s", TimeSpan.FromSeconds(1), (s, t) => s with { Duration = t }),
        Count("connections", 1, LoadShape.MaxConnections, "64", (s, n) => s with { Connections = (int)n }),
        new("rate", "200/s", (s, text) => RateText.TryParse(text, out var rate, out var unit) ? s with { Rate = (rate, unit) } : null),
        Count("iterations", 1, 1_000_000_000_000, "1000", (s, n) => s with { Iterations = n }),
        Time("ramp", "10s", TimeSpan.FromMilliseconds(1), (s, t) => s with { Ramp = t }),
        new("stages", "30s:50;2m:50;10s:0", (s, text) => StagesOf(text) is { } stages ? s with { Stages = stages } : null),
        Time("warmup", "2s", TimeSpan.Zero, (s, t) => s with { WarmUp = t }),
        Time("timeout", "15s", TimeSpan.FromMilliseconds(1), (s, t) => s with { Timeout = t }),
        Time("delay", "100ms", TimeSpan.Zero, (s, t) => s with { Delay = t }),
        Time("graceful-stop", "10s", TimeSpan.Zero, (s, t) => s with { GracefulStop = t }),
        new("arrivals", "poisson", (s, text) => Enum.TryParse<ArrivalPattern>(text, ignoreCase: true, out var p) && !char.IsAsciiDigit(text[0]) ? s with { Arrivals = p } : null),
        Flag("random-order", (s, on) => s with { RandomOrder = on }),
        Flag("insecure", (s, on) => s with { Insecure = on }),
    ];

    private readonly HashSet<string> _seen = new(StringComparer.Ordinal);

    public FileSettings Read(Directive directive, FileSettings settings, SourcePlace place)
    {
        var words = Word().Matches(directive.Argument);
        if (words.Count == 0) place.Problem("# @load has no settings", "write # @load rate=200/s duration=30s", directive.Column);
        foreach (Match word in words) settings = Apply(word.Value, settings, place, directive.ArgumentColumn + word.Index);
        if (settings is { Rate: not null, Iterations: not null } && _seen.Add("rate and iterations"))
            place.Problem("a rate already sets the number of iterations", "write rate with duration, or iterations alone", directive.Column);
        return settings;
    }

    private FileSettings Apply(string word, FileSettings settings, SourcePlace place, int column)
    {
        var equals = word.IndexOf('=', StringComparison.Ordinal);
        var (name, text) = equals < 0 ? (word, "") : (word[..equals].ToLowerInvariant(), word[(equals + 1)..]);
        if (Settings.FirstOrDefault(s => s.Name == name) is not { } setting)
            place.Problem($"@load has no setting \"{InText.Quote(name)}\"", NearestWord.Find(name, Settings.Select(s => s.Name)) is { } meant
                ? $"write {meant}="
                : $"write one of {string.Join(", ", Settings.Select(s => s.Name))}, as in # @load rate=200/s", column);
        else if (!_seen.Add(name))
            place.Problem($"@load sets \"{name}\" a second time", "keep one of them: a file is one load, in which # @weight gives each request its share", column);
        else if (text.Length > 0 && setting.Set(settings, text) is { } changed)
            return changed;
        else
            place.Problem($"this is not a value for {name}: \"{InText.Quote(text)}\"", $"write {name}={setting.Example}", column);
        return settings;
    }

    // 30s:50;2m:50: to 50 virtual users within 30 s, then 50 for 2 min.
    private static ImmutableArray<VirtualUserStage>? StagesOf(string text)
    {
        var stages = ImmutableArray.CreateBuilder<VirtualUserStage>();
        foreach (var stage in text.Split(';', StringSplitOptions.RemoveEmptyEntries))
        {
            if (stage.Split(':') is not [var length, var target] || !DurationText.TryParseTyped(length, out var time) || time < TimeSpan.Zero) return null;
            if (!int.TryParse(target, NumberStyles.None, CultureInfo.InvariantCulture, out var users) || users > LoadShape.MaxConnections) return null;
            stages.Add(new VirtualUserStage(time, users));
        }

        return stages.Any(s => s.Target > 0) && stages.Any(s => s.Duration > TimeSpan.Zero) ? stages.ToImmutable() : null;
    }

    private static Setting Time(string name, string example, TimeSpan min, Func<FileSettings, TimeSpan, FileSettings> set) =>
        new(name, example, (settings, text) => DurationText.TryParseTyped(text, out var time) && time >= min ? set(settings, time) : null);

    private static Setting Count(string name, long min, long max, string example, Func<FileSettings, long, FileSettings> set) =>
        new(name, example, (settings, text) =>
            long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max
                ? set(settings, number)
                : null);

    private static Setting Flag(string name, Func<FileSettings, bool, FileSettings> set) =>
        new(name, "true", (settings, text) => bool.TryParse(text, out var on) ? set(settings, on) : null);

    [GeneratedRegex(@"[^ \t,]+")]
    private static partial Regex Word();

    private sealed record Setting(string Name, string Example, Func<FileSettings, string, FileSettings?> Set);
}
