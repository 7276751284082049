using System.Text.RegularExpressions;

namespace Dyno.Scenarios;

/// <summary>
/// Reads <c>{"OkLatency": "p75 &lt; 80", "StepName": "login"}</c>: one subject (OkRequest, FailRequest, OkLatency,
/// StatusCode, or Condition in Dyno's own spelling) and a comparison of one of its figures.
/// </summary>
internal sealed partial class ThresholdConfig(ConfigObject settings)
{
    private static readonly string[] Subjects = ["OkRequest", "FailRequest", "OkLatency", "StatusCode", "Condition"];

    public static string[] Keys { get; } = [.. Subjects, "StepName", "AbortWhenErrorCount", "StartCheckAfter"];

    private int? AbortWhenErrorCount => settings.Number("AbortWhenErrorCount");

    private TimeSpan? StartCheckAfter => settings.Time("StartCheckAfter");

    public Threshold? Read()
    {
        var subjects = Subjects.Where(settings.Has).ToList();
        if (subjects.Count != 1)
        {
            settings.Problem("", $"has {subjects.Count} conditions: write exactly one of {string.Join(", ", Subjects)}");
            return null;
        }
        if (subjects[0] == "Condition" && (settings.Has("AbortWhenErrorCount") || settings.Has("StartCheckAfter")))
            settings.Problem("Condition", "has its own settings for stopping the run: write \"p99 < 200ms abortOnFail,delay=10s\" instead of AbortWhenErrorCount and StartCheckAfter");
        if (subjects[0] == "Condition") return settings.Text("Condition") is { } text ? Threshold.Create(text, settings.Text("StepName")) : null;
        return subjects[0] == "StatusCode" ? ReadStatus() : ReadFigure(subjects[0]);
    }

    private Threshold? ReadFigure(string subject)
    {
        if (settings.Text(subject) is not { } text) return null;
        if (Comparison.Parse(text) is not { } comparison || FigureOf(subject, comparison.Figure) is not { } figure)
        {
            var figures = subject == "OkLatency" ? "Min, Mean, Max, P50, P75, P95, P99, StdDev (milliseconds)" : "RPS, Percent, Count";
            settings.Problem(subject, $"is \"{text}\": write a figure ({figures}), an operator (<, <=, >, >=, ==, !=) and a number");
            return null;
        }
        var expression = $"{subject}: {text}";
        return settings.Text("StepName") is { } step
            ? Threshold.Create(step, s => comparison.Holds(figure(s.Ok, s.Fail)), AbortWhenErrorCount, StartCheckAfter, expression)
            : Threshold.Create(s => comparison.Holds(figure(s.Ok, s.Fail)), AbortWhenErrorCount, StartCheckAfter, expression);
    }

    private Threshold? ReadStatus()
    {
        var items = settings.Items("StatusCode").Select(i => i.Value.ToString()).ToList();
        if (items.Count != 2 || !int.TryParse(items[0], NumberStyles.None, CultureInfo.InvariantCulture, out var code)
            || Comparison.Parse(items[1]) is not { Figure: "percent" or "count" } comparison)
        {
            settings.Problem("StatusCode", "must be a code and a condition, as in [\"500\", \"Percent < 5\"]");
            return null;
        }
        double Figure(IEnumerable<StepStats> steps)
        {
            var codes = steps.SelectMany(s => s.StatusCodes).ToList();
            var count = codes.Where(c => c.Key == code).Sum(c => c.Value);
            return comparison.Figure == "count" ? count : 100.0 * count / Math.Max(1, codes.Sum(c => c.Value));
        }
        var expression = $"StatusCode {code}: {items[1]}";
        return settings.Text("StepName") is { } step
            ? Threshold.Create(step, s => comparison.Holds(Figure([s])), AbortWhenErrorCount, StartCheckAfter, expression)
            : Threshold.Create(s => comparison.Holds(Figure(s.AllSteps)), AbortWhenErrorCount, StartCheckAfter, expression);
    }

    // Without a good answer no condition on latency can hold, because a server that refuses requests is fast.
    private static Func<MeasurementStats, MeasurementStats, double>? FigureOf(string subject, string figure) =>
        Recorded(subject, figure) is not { } read ? null
        : subject != "OkLatency" ? read
        : (ok, fail) => ok.Request.Count == 0 && fail.Request.Count > 0 ? double.NaN : read(ok, fail);

    private static Func<MeasurementStats, MeasurementStats, double>? Recorded(string subject, string figure) => (subject, figure) switch
    {
        ("OkRequest", "rps") => (ok, _) => ok.Request.RPS,
        ("OkRequest", "percent") => (ok, _) => ok.Request.Percent,
        ("OkRequest", "count") => (ok, _) => ok.Request.Count,
        ("FailRequest", "rps") => (_, fail) => fail.Request.RPS,
        ("FailRequest", "percent") => (_, fail) => fail.Request.Percent,
        ("FailRequest", "count") => (_, fail) => fail.Request.Count,
        ("OkLatency", "min") => (ok, _) => ok.Latency.MinMs,
        ("OkLatency", "mean") => (ok, _) => ok.Latency.MeanMs,
        ("OkLatency", "max") => (ok, _) => ok.Latency.MaxMs,
        ("OkLatency", "stddev") => (ok, _) => ok.Latency.StdDev,
        ("OkLatency", "p50") => (ok, _) => ok.Latency.Percent50,
        ("OkLatency", "p75") => (ok, _) => ok.Latency.Percent75,
        ("OkLatency", "p95") => (ok, _) => ok.Latency.Percent95,
        ("OkLatency", "p99") => (ok, _) => ok.Latency.Percent99,
        _ => null,
    };

    private sealed partial record Comparison(string Figure, string Operator, double Limit)
    {
        public static Comparison? Parse(string text)
        {
            var match = Pattern().Match(text);
            if (!match.Success || !double.TryParse(match.Groups[3].Value, NumberStyles.Float, CultureInfo.InvariantCulture, out var limit)) return null;
            return new Comparison(match.Groups[1].Value.ToLowerInvariant(), match.Groups[2].Value, limit);
        }

        public bool Holds(double value) => Operator switch
        {
            "<" => value < Limit,
            "<=" => value <= Limit,
            ">" => value > Limit,
            ">=" => value >= Limit,
            "!=" => !double.IsNaN(value) && value != Limit,
            _ => value == Limit,
        };

        [GeneratedRegex("""^\s*([A-Za-z0-9]+)\s*(<=|>=|==|!=|<|>|=)\s*([0-9.]+)\s*$""")]
        private static partial Regex Pattern();
    }
}
