using System.Reflection;

namespace Dyno.Scenarios.Tests;

/// <summary>
/// What code that was written for NBomber says, and what becomes of it here: the table of docs/coming-from-nbomber.md, made of the
/// public API.
/// </summary>
public sealed class NBomberWordsTests
{
    private const string Begin = "<!-- words of NBomber: made by NBomberWordsTests -->";
    private const string End = "<!-- end of the words -->";

    // Most frequent first in public load tests. A name without a type is one that only another name stands for.
    private static readonly (string There, Type? Type, string Member, string Note)[] Words =
    [
        ("`using NBomber.CSharp; using NBomber.Contracts; using NBomber.Http.CSharp;`", null, "", "`using Dyno.Scenarios;`"),
        ("`NBomberRunner.RegisterScenarios`", typeof(DynoRunner), "RegisterScenarios", "`DynoRunner.RegisterScenarios`"),
        ("`Scenario.Create`, `Scenario.Empty`", typeof(Scenario), "Create", ""),
        ("`Step.Run`", typeof(Step), "Run", ""),
        ("`Response.Ok`, `Response.Fail`", typeof(Response), "Fail", "also `Response.Fail<T>()`"),
        ("`Simulation.Inject`, `KeepConstant`, `RampingInject` …", typeof(Simulation), "RampingInject", "starts lie at equal distances"),
        ("`WithWarmUpDuration`, `WithoutWarmUp`, `WithInit`, `WithClean`, `WithLoadSimulations`", typeof(ScenarioProps), "WithInit", "no warm-up unless asked"),
        ("`WithMaxFailCount`, `WithWeight`, `WithRestartIterationOnFail`, `WithThresholds`", typeof(ScenarioProps), "WithThresholds", "a failed threshold makes the exit code 99"),
        ("`context.Logger`", typeof(IScenarioContext), "Logger", "`Information`, `Warning`, `Error`, `Fatal` write a line to stderr; `Debug` and `Verbose` write nothing"),
        ("`Payload.Value`, `Payload.IsSome()`", typeof(PayloadWords), "IsSome", "of an HTTP answer; elsewhere `Payload` is the value itself"),
        ("`WithWorkerPlugins`", typeof(DynoContext), "WithWorkerPlugins", ""),
        ("`HttpMetricsPlugin`", TypeOf("HttpMetricsPlugin"), "", ""),
        ("`PingPlugin`", TypeOf("PingPlugin"), "", ""),
        ("`HttpClientArgs.Create(token)`, `Create(jsonOptions)`", typeof(HttpClientArgs), "Create", ""),
        ("`Http.CreateRequest`, `WithHeader`, `WithBody`, `WithJsonBody`, `Http.Send`", typeof(Http), "Send", ""),
        ("`Http.CreateDefaultClient`", typeof(Http), "CreateDefaultClient", "`DynoHttp.CreateClient` spends less per request"),
        ("`Http.GlobalJsonSerializerOptions`", typeof(Http), "GlobalJsonSerializerOptions", ""),
        ("`LoadConfig`", typeof(DynoContext), "LoadConfig", "the same keys; an unknown one is an error"),
        ("`LoadInfraConfig`", typeof(DynoContext), "LoadInfraConfig", ""),
        ("`WithReportFormats`, `WithReportFolder`, `WithReportFileName`, `WithTestSuite`, `WithTestName`", typeof(DynoContext), "WithReportFormats", "no report unless asked"),
        ("`WithReportingSinks`, `IReportingSink`", typeof(DynoContext), "WithReportingSinks", "`Init(TestInfo)`, `SaveRealtimeStats`, `SaveFinalStats`"),
        ("`WithReportingInterval`", typeof(DynoContext), "WithReportingInterval", "for the sinks; at most every 2 s"),
        ("`WithLoggerConfig`", typeof(DynoContext), "WithLoggerConfig", ""),
        ("`WithScenarioCompletionTimeout`", typeof(DynoContext), "WithScenarioCompletionTimeout", ""),
        ("`context.ScenarioInstanceData`", typeof(IScenarioContext), "ScenarioInstanceData", ""),
        ("`context.ScenarioPartition`", typeof(IScenarioInitContext), "ScenarioPartition", "the share of the agent in a fleet, or of `--execution-segment`; otherwise the first of one"),
        ("`Metric.CreateCounter`, `CreateGauge`, `context.RegisterMetric`", typeof(IScenarioInitContext), "RegisterMetric", "at the end in `stats.Metrics`; thresholds cannot ask for them"),
        ("`stats.ScenarioStats.Get`, `Find`, `Exists`", typeof(StatsExtensions), "Exists", ""),
        ("`Ok.StatusCodes`, `Fail.StatusCodes`", typeof(MeasurementStats), "StatusCodes", "codes from 1 to 999"),
        ("`Ok.Latency.Percent99` …", typeof(LatencyStats), "Percent99", "from the moment at which each call was due"),
        ("`DataTransfer.Percent99`, `Percent95`", typeof(DataTransferStats), "Percent99", ""),
        ("`stats.Thresholds`, `IsFailed`", typeof(PayloadWords), "get_IsFailed", ""),
        ("`ClientPool`, `DataFeed`, `Data.LoadCsv`, `Data.LoadJson`", typeof(DataFeed), "Circular", ""),
    ];

    [Fact]
    public void The_page_says_what_the_public_API_has()
    {
        var page = Path.Combine(RepositoryRoot.Path, "docs", "coming-from-nbomber.md");
        var text = File.ReadAllText(page).ReplaceLineEndings("\n");
        var (begin, end) = (text.IndexOf(Begin, StringComparison.Ordinal), text.IndexOf(End, StringComparison.Ordinal));
        begin.ShouldBeGreaterThan(0);
        var wanted = Table();
        if (text[(begin + Begin.Length)..end].Trim() == wanted.Trim()) return;
        var received = Path.Combine(AppContext.BaseDirectory, "coming-from-nbomber.received.md");
        File.WriteAllText(received, $"{text[..(begin + Begin.Length)]}\n\n{wanted}\n{text[end..]}");
        Assert.Fail($"docs/scenarios.md is stale: put {received} in its place");
    }

    private static string Table()
    {
        var table = new StringBuilder("| there | here |\n|---|---|\n");
        foreach (var (there, type, member, note) in Words) table.Append($"| {there} | {Here(type, member, note)} |\n");
        return table.ToString();
    }

    private static string Here(Type? type, string member, string note)
    {
        if (type is null) return note;
        MemberInfo? found = member.Length == 0 ? type : type.GetMember(member).FirstOrDefault();
        found.ShouldNotBeNull($"{type.Name} has no public {member}");
        return found.GetCustomAttribute<ObsoleteAttribute>() is { } obsolete ? $"{(obsolete.IsError ? "does not compile" : "a warning")}: {obsolete.Message}"
            : note.Length > 0 ? note : "the same";
    }

    private static Type TypeOf(string name) => typeof(DynoRunner).Assembly.GetType($"Dyno.Scenarios.{name}", throwOnError: true)!;
}
