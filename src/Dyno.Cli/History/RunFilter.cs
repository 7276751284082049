namespace Dyno.Cli;

/// <summary>The conditions of <c>dyno history --filter</c>: <c>FIELD OPERATOR VALUE</c>, or a text that occurs in any text field of a run.</summary>
internal static class RunFilter
{
    private const string Grammar = "write a text, name=VALUE, name~PART, tag=NAME, health=void, rate>1000/s, errors>0, p99<20ms, server.gcPause<5% or age<7d";

    // Longer operators come first, so that ">=" is not read as ">".
    private static readonly string[] Operators = ["<=", ">=", "!=", "=", "~", "<", ">"];

    private static readonly Dictionary<string, Func<RunDigest, IEnumerable<string>>> Texts = new(StringComparer.OrdinalIgnoreCase)
    {
        ["id"] = run => [run.Id],
        ["name"] = run => [run.Name],
        ["target"] = run => [run.Target],
        ["health"] = run => [run.Health.ToString()],
        ["outcome"] = run => [run.Outcome.ToString()],
        ["tag"] = run => run.Tags,
    };

    // What is not a figure of the measurement; every other number is one of FigureTable.
    private static readonly Dictionary<string, Quantity> Numbers = new(StringComparer.OrdinalIgnoreCase)
    {
        ["requests"] = new((run, _) => run.Requests, Number),
        ["resends"] = new((run, _) => run.Resends, Number),
        ["age"] = new((run, now) => (now - run.StartedAt).TotalSeconds, Seconds),
    };

    /// <summary>A condition that holds when all <paramref name="filters"/> hold.</summary>
    /// <exception cref="UserFault">A filter cannot be read. The exception names all such filters.</exception>
    public static Func<RunDigest, bool> Of(IEnumerable<string> filters, DateTimeOffset now)
    {
        var problems = new List<Problem>();
        var conditions = filters.Select(filter => Read(filter, now, problems)).ToList();
        if (problems.Count > 0) throw new UserFault([.. problems]);
        return run => conditions.TrueForAll(condition => condition(run));
    }

    private static Func<RunDigest, bool> Read(string filter, DateTimeOffset now, List<Problem> problems)
    {
        var at = filter.AsSpan().IndexOfAny("<>=!~");
        var field = at > 0 ? filter[..at].Trim() : "";
        var sign = at > 0 ? Operators.FirstOrDefault(o => filter.AsSpan(at).StartsWith(o, StringComparison.Ordinal)) : null;
        // A filter without a field name is a text, because URLs contain these signs, too.
        if (sign is null || !IsField(field)) return run => Everywhere(run).Any(text => Holds(text, filter));
        var value = filter[(at + sign.Length)..].Trim();
        if (Texts.TryGetValue(field, out var texts) && sign is "=" or "!=" or "~") return TextCondition(texts!, sign, value);
        if (NumberOf(field, value) is { } number && sign is not "~" && number.Read(value) is { } limit)
            return run => number.Value(run, now) is { } found && Compare(found, sign, limit);
        var meant = NearestWord.Find(field, Texts.Keys.Concat(Numbers.Keys).Concat(FigureTable.All.Keys)) is { } near && near != field ? $"did you mean {near}? " : "";
        problems.Add(new Problem("--filter", null, null, $"'{filter}' cannot be read", meant + Grammar));
        return _ => false;
    }

    // Errors in percent are a share of the requests, as in thresholds.
    private static Quantity? NumberOf(string field, string value)
    {
        if (Numbers.TryGetValue(field, out var number)) return number;
        var name = field.Equals("errors", StringComparison.OrdinalIgnoreCase) && value.EndsWith('%') ? "failedShare" : field;
        var figure = FigureTable.Find(name) ?? FigureTable.All.Values.FirstOrDefault(known => known.Name.Equals(name, StringComparison.OrdinalIgnoreCase));
        return figure is null ? null : new Quantity(
            (run, _) => run.Figures.TryGetValue(figure.Name, out var found) ? found : null,
            text => figure.Unit.TryRead(text.Replace(",", "", StringComparison.Ordinal), out var limit) ? limit : null);
    }

    private static bool IsField(string word) => word.All(char.IsLetterOrDigit) || FigureTable.Find(word) is not null;

    private static Func<RunDigest, bool> TextCondition(Func<RunDigest, IEnumerable<string>> texts, string sign, string value) => sign switch
    {
        "~" => run => texts(run).Any(text => Holds(text, value)),
        "=" => run => texts(run).Any(text => Is(text, value)),
        _ => run => !texts(run).Any(text => Is(text, value)),
    };

    private static bool Compare(double found, string sign, double limit) => sign switch
    {
        "<" => found < limit,
        "<=" => found <= limit,
        ">" => found > limit,
        ">=" => found >= limit,
        "=" => found == limit,
        _ => found != limit,
    };

    private static IEnumerable<string> Everywhere(RunDigest run) => Texts.Values.SelectMany(texts => texts(run));

    private static bool Is(string text, string value) => text.Equals(value, StringComparison.OrdinalIgnoreCase);

    private static bool Holds(string text, string part) => text.Contains(part, StringComparison.OrdinalIgnoreCase);

    private static double? Number(string text)
    {
        const NumberStyles style = NumberStyles.Float | NumberStyles.AllowThousands;
        return double.TryParse(text.Replace("/s", "", StringComparison.Ordinal), style, CultureInfo.InvariantCulture, out var number) ? number : null;
    }

    private static double? Seconds(string text) => DurationText.TryParseTyped(text, out var length) ? length.TotalSeconds : null;

    private sealed record Quantity(Func<RunDigest, DateTimeOffset, double?> Value, Func<string, double?> Read);
}
