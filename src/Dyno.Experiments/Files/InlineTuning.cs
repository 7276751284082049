namespace Dyno.Experiments;

/// <summary>
/// A search without a file: one program, URL or method of gRPC, a goal, and what is varied. The search is written as the text of an
/// experiment file and read like one, so that the result holds all that is needed to run the search again.
/// </summary>
public sealed record InlineTuning
{
    /// <summary>A URL (http, https, grpc, grpcs), a path of the subject such as <c>/hello</c>, or a load file.</summary>
    public required string Target { get; init; }

    /// <summary>The project that is started; null: the target is the URL of a running server.</summary>
    public string? Subject { get; init; }

    /// <summary>The conditions that must hold, with commas between them; null: only the best value is searched.</summary>
    public string? Goal { get; init; }

    /// <summary>What is varied: <c>rate=100..20000</c>, <c>connections=1..500</c>, <c>env.NAME=10,25,50</c>.</summary>
    public string Over { get; init; } = "rate=10..50000";

    /// <summary>Connections where they are not varied; null: the default.</summary>
    public int? Connections { get; init; }

    /// <summary>Offered rate where it is not varied, such as <c>200/s</c>; null: a closed load.</summary>
    public string? Rate { get; init; }

    /// <summary>Whether requests go over HTTP/2, as <c>streams</c> require; gRPC calls always do.</summary>
    public bool UsesHttp2 { get; init; }

    /// <summary>Body of a URL, or the message of a call of gRPC as JSON; null for none.</summary>
    public string? Body { get; init; }

    /// <summary>Headers, or metadata, of every request: <c>name: value</c>.</summary>
    public ImmutableArray<string> Headers { get; init; } = [];

    /// <summary>.proto files with the types of the calls; empty: the server is asked.</summary>
    public ImmutableArray<string> ProtoFiles { get; init; } = [];

    /// <summary>Folders in which imports of the .proto files are looked for.</summary>
    public ImmutableArray<string> ImportPaths { get; init; } = [];

    /// <summary>The metric that decides what is best; null: the rate, or p99 where a rate is offered.</summary>
    public string? Headline { get; init; }

    /// <summary>The longest warm-up of each launch, such as <c>5s</c>; null: the default.</summary>
    public string? WarmUp { get; init; }

    /// <summary>Launches at each value; null: 3.</summary>
    public int? Trials { get; init; }

    /// <summary>The search as a file would say it.</summary>
    /// <exception cref="UserFault">What is missing.</exception>
    public string ToText()
    {
        var (what, values) = Split();
        if (Subject is null && !Target.Contains("://", StringComparison.Ordinal))
            throw new UserFault([new Problem("dyno tune", null, null, $"{Target} names no server", "add --subject PATH, or write the whole URL")]);
        var text = new StringBuilder();
        Line($"name: {Quoted($"{what} of {Redaction.Text(Target)}{(Subject is null ? "" : $" on {Subject}")}")}");
        if (Subject is { } project) Line($"subject: {{ project: {Quoted(project)} }}");
        Line(Subject is null ? $"variants: {{ target: {{ url: {Quoted(Server())} }} }}" : "variants: { subject: {} }");
        Line($"load: {{ {Load()} }}");
        Line($"compare: {{ baseline: {(Subject is null ? "target" : "subject")}{(Headline is null ? "" : $", headline: {Headline}")} }}");
        if (WarmUp is { } longest) Line($"warmup: {{ maximum: {Quoted(longest)} }}");
        Line("control: false");
        Line($"sweep: {{ over: {what}, {values}, {(Goal is null ? "find: best" : $"goal: {Quoted(Goal)}")}{Of("trials", Trials)} }}");
        return text.ToString();

        void Line(string line) => text.Append(CultureInfo.InvariantCulture, $"{line}\n");
    }

    private string Load()
    {
        var isUrl = Target.Contains("://", StringComparison.Ordinal) || Target.StartsWith('/');
        return $"{(isUrl ? "url" : "file")}: {Quoted(Target)}{Of("connections", Connections)}{Of("rate", Rate)}"
            + (UsesHttp2 ? ", http2: true" : "") + (Body is null ? "" : $", body: {Quoted(Body)}")
            + ListOf("headers", Headers) + ListOf("proto", ProtoFiles) + ListOf("imports", ImportPaths);
    }

    private (string What, string Values) Split()
    {
        var equals = Over.IndexOf('=', StringComparison.Ordinal);
        if (equals <= 0 || equals == Over.Length - 1)
        {
            throw new UserFault([new Problem("--over", null, null, $"'{Over}' does not name a setting and its values",
                "write rate=100..20000, connections=1..500, streams=1..100, or env.NAME=10,25,50")]);
        }
        var (what, values) = (Over[..equals], Over[(equals + 1)..]);
        if (Subject is null && what.StartsWith("env.", StringComparison.Ordinal))
        {
            throw new UserFault([new Problem("--over", null, null,
                $"{what} is a variable of a program that Dyno starts, but {Target} already runs",
                "add --subject PATH, or vary rate, connections or streams")]);
        }
        if (!values.Contains("..", StringComparison.Ordinal)) return (what, $"values: [{values}]");
        if (Goal is null)
            throw new UserFault([new Problem("--goal", null, null, "a search in a range needs a goal", "write --goal 'p99 < 20ms', or the values to try: --over env.NAME=10,25,50")]);
        return (what, $"{(what == "rate" ? "rate" : "range")}: {values}");
    }

    // The URL of the server: a gRPC call goes to a server of HTTP.
    private string Server()
    {
        if (!Uri.TryCreate(Target, UriKind.Absolute, out var url)) return Target;
        var server = url.GetLeftPart(UriPartial.Authority);
        return url.Scheme is "grpc" or "grpcs" ? "http" + server[4..] : server;
    }

    private static string Of(string key, object? value) => value is null ? "" : string.Create(CultureInfo.InvariantCulture, $", {key}: {value}");

    private static string ListOf(string key, ImmutableArray<string> texts) =>
        texts.IsDefaultOrEmpty ? "" : $", {key}: [{string.Join(", ", texts.Select(Quoted))}]";

    // A text with control characters gets double quotes: between single quotes YAML would read the end of a line as a blank.
    private static string Quoted(string text)
    {
        if (!text.Any(char.IsControl)) return "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";
        return "\"" + string.Concat(text.Select(letter => letter switch
        {
            '"' or '\\' => $"\\{letter}",
            _ when char.IsControl(letter) => string.Create(CultureInfo.InvariantCulture, $"\\u{(int)letter:x4}"),
            _ => $"{letter}",
        })) + "\"";
    }
}
