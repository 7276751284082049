using System.Globalization;
using Dyno.Load.Plans;
using Dyno.Results.Problems;
using Dyno.Results.Store;

namespace Dyno.Cli.History;

/// <summary>The conditions of <c>dyno history --filter</c>: <c>FIELD OPERATOR VALUE</c>, or a text that occurs in any text field of a run.</summary>
internal static class RunFilter
{
    private const string Grammar = "write a text, name=VALUE, name~PART, tag=NAME, health=void, rate>1000, errors>0, p99<20ms or age<7d";

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

    private static readonly Dictionary<string, Figure> Numbers = new(StringComparer.OrdinalIgnoreCase)
    {
        ["rate"] = new((run, _) => run.RequestsPerSecond, Number),
        ["requests"] = new((run, _) => run.Requests, Number),
        ["errors"] = new((run, _) => run.FailedRequests, Number),
        ["p50"] = new((run, _) => run.P50Nanos / 1e9, Seconds),
        ["p99"] = new((run, _) => run.P99Nanos / 1e9, Seconds),
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
        if (sign is null || !field.All(char.IsLetterOrDigit)) return run => Everywhere(run).Any(text => Holds(text, filter));
        var value = filter[(at + sign.Length)..].Trim();
        if (Texts.TryGetValue(field, out var texts) && sign is "=" or "!=" or "~") return TextCondition(texts!, sign, value);
        if (Numbers.TryGetValue(field, out var number) && sign is not "~" && number.Read(value) is { } limit)
            return run => number.Value(run, now) is { } found && Compare(found, sign, limit);
        var meant = NearestWord.Find(field, Texts.Keys.Concat(Numbers.Keys)) is { } near && near != field ? $"did you mean {near}? " : "";
        problems.Add(new Problem("--filter", null, null, $"'{filter}' cannot be read", meant + Grammar));
        return _ => false;
    }

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

    private sealed record Figure(Func<RunDigest, DateTimeOffset, double?> Value, Func<string, double?> Read);
}
