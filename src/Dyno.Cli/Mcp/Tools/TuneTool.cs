using System.Collections.Immutable;
using Dyno.Experiments.Files;
using Dyno.Experiments.Plans;

namespace Dyno.Cli.Mcp;

/// <summary><c>tune</c>: the highest load that meets a goal, or the best value of a setting.</summary>
internal sealed class TuneTool() : DynoTool("tune", "Find the highest load that meets a goal")
{
    private static readonly TimeSpan ForBuilds = TimeSpan.FromMinutes(5);

    public override string Description =>
        "Searches the highest load at which a goal holds, such as the rate up to which p99 stays below 20 ms, or the best of some values of a setting, and confirms it on fresh launches. "
        + "Use it for capacity questions; for one load call run, for two variants call compare. "
        + "A search takes many launches: keep the range narrow, and give duration 3s, warmup 3s and trials 1 for a first look.";

    public override ImmutableArray<ToolParameter> Parameters { get; } =
    [
        new("target", ToolValue.Text, "A URL; with subject a path such as /orders; a file of requests; or an experiment file (.yaml) with a sweep") { IsRequired = true },
        new("subject", ToolValue.Text, "A project to build and to start for each launch", "--subject"),
        new("goal", ToolValue.Text, "What must hold: p99 < 20ms, errors < 0.1%", "--goal"),
        new("over", ToolValue.Text, "What is varied: rate=100..2000, connections=1..500, or env.NAME=10,25,50, a variable of the subject", "--over"),
        new("connections", ToolValue.Number, "Connections, when they are not varied", "--connections"),
        new("rate", ToolValue.Text, "Offered rate, when it is not varied", "--rate"),
        new("duration", ToolValue.Text, "How long each launch is measured (default: 10s)", "--duration"),
        new("warmup", ToolValue.Text, "Longest warm-up of each launch (default: 20s)", "--warmup"),
        new("trials", ToolValue.Number, "Launches at each value (default: 3)", "--trials"),
        new("headers", ToolValue.Texts, "Headers of every request", "--header"),
        new("body", ToolValue.Text, "Body, for a URL", "--body"),
    ];

    public override Task<ToolAnswer> CallAsync(ToolArguments arguments, ToolCall call)
    {
        var target = arguments.Text("target")!;
        var places = new PlaceGuard(call.Caps);
        var isFile = !target.Contains("://", StringComparison.Ordinal)
            && (arguments.Has("subject") && target.StartsWith('/') ? File.Exists(target) : Path.Exists(target));
        string?[] outside =
            [PlaceGuard.Option(target), isFile ? places.Refusal(target) : null, arguments.Text("subject") is { } subject ? places.OfSubject(subject) : null];
        if (outside.OfType<string>().ToImmutableArray() is { Length: > 0 } refused) throw new CapException(refused);
        ImmutableArray<string> reasons = [.. new ExperimentGuard(call.Caps).Refusals(PlanOf(arguments, target), null)];
        if (reasons.Length > 0) throw new CapException(reasons);
        return call.MeasureAsync(["tune", target, .. arguments.Options], call.Caps.LongestExperiment + ForBuilds, DocumentAnswer.OfComparison);
    }

    private static ExperimentPlan PlanOf(ToolArguments arguments, string target)
    {
        var overrides = new ExperimentOverrides { Duration = arguments.Time("duration") };
        if (Path.GetExtension(target).ToLowerInvariant() is ".yaml" or ".yml") return ExperimentReader.Read(target, overrides);
        var inline = new InlineTuning
        {
            Target = target,
            Subject = arguments.Text("subject"),
            Goal = arguments.Text("goal"),
            Connections = arguments.Number("connections"),
            Rate = arguments.Text("rate"),
            Body = arguments.Text("body"),
            Headers = arguments.Texts("headers"),
            WarmUp = arguments.Text("warmup"),
            Trials = arguments.Number("trials"),
        };
        if (arguments.Text("over") is { } over) inline = inline with { Over = over };
        return ExperimentReader.ReadText(inline.ToText(), "arguments", Environment.CurrentDirectory, overrides);
    }
}
