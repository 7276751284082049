namespace Dyno.Cli;

/// <summary><c>run</c>: one load on one server.</summary>
internal sealed class RunTool() : DynoTool("run", "Load an HTTP API and measure it")
{
    private static readonly TimeSpan ForBuilds = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan ForStarts = TimeSpan.FromMinutes(1);

    public override string Description =>
        "Sends load to one HTTP API and measures rate, latency and errors, and says whether the figures can be trusted. "
        + "Use it to see how fast an endpoint is, or whether it meets a threshold. "
        + "It is no comparison: never run it twice to see whether a change made a difference; call compare, which measures both in turn and judges. "
        + "The server runs already, or give its project as subject: it is built, started, loaded and stopped. "
        + "Take the figures only if the answer says healthy; strained has a reservation; void is no measurement.";

    public override ImmutableArray<ToolParameter> Parameters { get; } =
    [
        new("target", ToolValue.Text, "A URL such as http://localhost:5000/orders; with subject a path such as /orders; or a file: .http, .websurge, curl, HAR, Postman, Bruno, JMeter, OpenAPI") { IsRequired = true },
        new("subject", ToolValue.Text, "A project (its folder or .csproj) to build, start, load and stop", "--subject"),
        new("connections", ToolValue.Number, "Connections that send at the same time (default: 50)", "--connections"),
        new("rate", ToolValue.Text, "Starts per time whatever the server does, such as 200/s; without it each connection sends as fast as it is answered", "--rate"),
        new("duration", ToolValue.Text, "How long is measured (default: 10s)", "--duration"),
        new("warmup", ToolValue.Text, "Warm-up before, recorded apart; 3s or more for .NET", "--warmup"),
        new("method", ToolValue.Text, "Method, for a URL (default: GET, or POST with a body)", "--method"),
        new("headers", ToolValue.Texts, "Headers of every request, such as \"Accept: application/json\"", "--header"),
        new("body", ToolValue.Text, "Body, for a URL", "--body"),
        new("requests", ToolValue.Texts, "Only these requests of a file, by name", "--request"),
        new("environment", ToolValue.Text, "Environment of http-client.env.json for an .http file", "--http-env"),
        new("variables", ToolValue.Texts, "Values of variables of a file, each as NAME=VALUE", "--var"),
        new("thresholds", ToolValue.Texts, "Conditions on the figures, such as \"p99 < 50ms\" or \"errors < 1%\"", "--threshold"),
        new("checks", ToolValue.Texts, "Conditions on every answer, such as \"status == 200\"", "--check"),
        new("http2", ToolValue.Flag, "Speak HTTP/2", "--http2"),
        new("name", ToolValue.Text, "Name of the run in the history", "--name"),
    ];

    public override Task<ToolAnswer> CallAsync(ToolArguments arguments, ToolCall call)
    {
        var words = WordsOf(arguments);
        var subject = arguments.Text("subject");
        List<string> reasons = [.. subject is null ? [] : new[] { new PlaceGuard(call.Caps).OfSubject(subject) }.OfType<string>(),
            .. new LoadGuard(call.Caps).Refusals(LoadOf(arguments), subject is not null, call.Caps.LongestRun)];
        if (reasons.Count > 0) throw new CapException([.. reasons]);
        // Requests were read and have their length; code may take any time.
        var isCode = LoadGuard.IsCode(arguments.Text("target")!);
        return call.MeasureAsync(words, call.Caps.LongestRun + (isCode && subject is null ? ForStarts : ForBuilds), DocumentAnswer.OfRun);
    }

    /// <summary>The command line of a call.</summary>
    public static ImmutableArray<string> WordsOf(ToolArguments arguments) => ["run", arguments.Text("target")!, .. arguments.Options];

    private static LoadRequest LoadOf(ToolArguments arguments) => new()
    {
        Target = arguments.Text("target"),
        Connections = arguments.Number("connections"),
        Rate = arguments.Text("rate"),
        Duration = arguments.Text("duration"),
        WarmUp = arguments.Text("warmup"),
        Method = arguments.Text("method"),
        Headers = arguments.Texts("headers"),
        Body = arguments.Text("body"),
        RequestNames = arguments.Texts("requests"),
        HttpEnvironment = arguments.Text("environment"),
        Variables = arguments.Texts("variables"),
        Thresholds = arguments.Texts("thresholds"),
        Checks = arguments.Texts("checks"),
        HttpVersion = arguments.Has("http2") ? HttpVersionChoice.Http2 : null,
    };
}
