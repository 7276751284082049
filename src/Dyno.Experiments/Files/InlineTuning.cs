using System.Globalization;
using System.Text;
using Dyno.Results.Problems;

namespace Dyno.Experiments.Files;

/// <summary>
/// A search without a file: one program or URL, a goal, and what is varied. The search is written as the text of an experiment file
/// and read like one, so that the result holds all that is needed to run the search again.
/// </summary>
public sealed record InlineTuning
{
    /// <summary>A URL, a path of the subject such as <c>/hello</c>, or a load file.</summary>
    public required string Target { get; init; }

    /// <summary>The project that is started; null: the target is a URL that someone else serves.</summary>
    public string? Subject { get; init; }

    /// <summary>What must hold, with commas between; null: only the best value is asked for.</summary>
    public string? Goal { get; init; }

    /// <summary>What is varied: <c>rate=100..20000</c>, <c>connections=1..500</c>, <c>env.NAME=10,25,50</c>.</summary>
    public string Over { get; init; } = "rate=10..50000";

    /// <summary>Connections where they are not varied; null: the default.</summary>
    public int? Connections { get; init; }

    /// <summary>Offered rate where it is not varied, such as <c>200/s</c>; null: a closed load.</summary>
    public string? Rate { get; init; }

    /// <summary>The metric that is best; null: the rate, or p99 where a rate is offered.</summary>
    public string? Headline { get; init; }

    /// <summary>Launches at each value; null: 3.</summary>
    public int? Trials { get; init; }

    /// <summary>The search as a file would say it.</summary>
    /// <exception cref="UserFault">What is missing.</exception>
    public string ToText()
    {
        var (what, values) = Split();
        if (Subject is null && !Target.Contains("://", StringComparison.Ordinal))
            throw new UserFault([new Problem("dyno tune", null, null, $"{Target} does not say which server", "add --subject PATH, or write the whole URL")]);
        var isUrl = Target.Contains("://", StringComparison.Ordinal);
        var text = new StringBuilder();
        if (Subject is { } project) Line($"subject: {{ project: {Quoted(project)} }}");
        Line(Subject is null ? $"variants: {{ target: {{ url: {Quoted(Server())} }} }}" : "variants: { subject: {} }");
        Line($"load: {{ {(isUrl || Target.StartsWith('/') ? "url" : "file")}: {Quoted(Target)}{Of("connections", Connections)}{Of("rate", Rate)} }}");
        Line($"compare: {{ baseline: {(Subject is null ? "target" : "subject")}{(Headline is null ? "" : $", headline: {Headline}")} }}");
        Line("control: false");
        Line($"sweep: {{ over: {what}, {values}{(Goal is null ? "" : $", goal: {Quoted(Goal)}")}{Of("trials", Trials)} }}");
        return text.ToString();

        void Line(string line) => text.Append(CultureInfo.InvariantCulture, $"{line}\n");
    }

    private (string What, string Values) Split()
    {
        var equals = Over.IndexOf('=', StringComparison.Ordinal);
        if (equals <= 0 || equals == Over.Length - 1)
        {
            throw new UserFault([new Problem("--over", null, null, $"'{Over}' does not say what to vary and how far",
                "write rate=100..20000, connections=1..500, streams=1..100, or env.NAME=10,25,50")]);
        }
        var (what, values) = (Over[..equals], Over[(equals + 1)..]);
        if (!values.Contains("..", StringComparison.Ordinal)) return (what, $"values: [{values}]");
        if (Goal is null)
            throw new UserFault([new Problem("--goal", null, null, "a range is halved towards a goal", "write --goal 'p99 < 20ms', or the values to try: --over env.NAME=10,25,50")]);
        return (what, $"{(what == "rate" ? "rate" : "range")}: {values}");
    }

    private string Server() => Uri.TryCreate(Target, UriKind.Absolute, out var url) ? url.GetLeftPart(UriPartial.Authority) : Target;

    private static string Of(string key, object? value) => value is null ? "" : string.Create(CultureInfo.InvariantCulture, $", {key}: {value}");

    private static string Quoted(string text) => "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";
}
