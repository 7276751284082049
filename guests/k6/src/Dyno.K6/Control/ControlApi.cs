namespace Dyno.K6;

/// <summary>k6's REST interface (version 1, in the form of JSON:API), through which other programs read and change a run while it runs. Thread-safe.</summary>
/// <param name="controls">Controls of the scenarios whose executor is externally-controlled.</param>
/// <param name="gate">What the run waits for before it begins; null: it begins by itself.</param>
/// <param name="stop">Stops the run.</param>
/// <param name="calls">Gives the token that cuts a setup() or teardown() that begins now.</param>
internal sealed class ControlApi(
    ScriptRun run, IReadOnlyList<UserControl> controls, ScriptHooks hooks, StartGate? gate, Action stop, Func<CancellationToken> calls)
{
    // k6's numbers for the states of a run
    private const int MakingUsers = 1;
    private const int PausedBeforeRun = 4;
    private const int Running = 7;
    private const int Ended = 9;
    private static readonly string[] Changeable = ["vus", "paused", "stopped"];

    /// <summary>Answers a request.</summary>
    /// <param name="method">In capitals.</param>
    /// <param name="path">Without the query.</param>
    /// <param name="body">Text of the body.</param>
    /// <returns>The HTTP status and the body; null for no body.</returns>
    public async Task<(int Status, JsonNode? Body)> AnswerAsync(string method, string path, string body)
    {
        var parts = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        if (parts is not ["v1", var what, ..]) return Problem(404, "Not Found", "the interface is at /v1/status, /v1/metrics, /v1/groups, /v1/setup and /v1/teardown");
        var name = parts.Length > 2 ? Uri.UnescapeDataString(string.Join('/', parts[2..])) : null;
        return (method, what, name) switch
        {
            ("GET", "status", null) => (200, Status()),
            ("PATCH", "status", null) => Change(body),
            ("GET", "metrics", null) => (200, Data(new JsonArray([.. Metrics().Select(m => (JsonNode)Metric(m))]))),
            ("GET", "metrics", not null) => Metrics().FirstOrDefault(m => m.Selector.AsWritten == name) is { Selector: not null } metric
                ? (200, Data(Metric(metric))) : Problem(404, "Not Found", $"there is no metric '{name}', or it has no values yet"),
            ("GET", "groups", null) => (200, Data(new JsonArray([.. Groups().Select(g => (JsonNode)Group(g))]))),
            ("GET", "groups", not null) => Groups().FirstOrDefault(g => SummaryJson.Id(g.Path) == name) is { } group
                ? (200, Data(Group(group))) : Problem(404, "Not Found", $"there is no group '{name}'"),
            ("GET", "setup", null) => (200, SetupData()),
            ("PUT", "setup", null) => await SetAsync(body),
            ("POST", "setup", null) => await RunAsync("setup", hooks.SetUpAsync, SetupData),
            ("POST", "teardown", null) => await RunAsync("teardown", hooks.TearDownAsync, static () => null),
            (_, "status" or "metrics" or "groups" or "setup" or "teardown", _) => Problem(405, "Method Not Allowed", $"{path} does not support {method}"),
            _ => Problem(404, "Not Found", "the interface is at /v1/status, /v1/metrics, /v1/groups, /v1/setup and /v1/teardown"),
        };
    }

    private JsonObject SetupData() => Data(Resource("setupData", "default", new JsonObject
    {
        ["data"] = run.SetupJson.Length == 0 ? null : JsonNode.Parse(run.SetupJson),
    }));

    private async Task<(int, JsonNode?)> SetAsync(string body)
    {
        JsonNode? data = null;
        try
        {
            if (body.Length > 0) data = JsonNode.Parse(body);
        }
        catch (JsonException e)
        {
            return Problem(400, "Bad Request", $"the data is not JSON: {e.Message}");
        }
        await hooks.UseAsync(data);
        return (200, SetupData());
    }

    // A failure of setup() or teardown() is reported to the caller, and the run continues.
    private async Task<(int, JsonNode?)> RunAsync(string name, Func<CancellationToken, Task> hook, Func<JsonNode?> result)
    {
        try
        {
            await hook(calls());
            return (200, result());
        }
        catch (Exception e) when (e is UserFault or OperationCanceledException)
        {
            return Problem(500, "Internal Server Error", $"{name}() failed: {e.Message}");
        }
    }

    private JsonObject Status() => Data(Resource("status", "default", new JsonObject
    {
        ["status"] = run.Progress.HasEnded ? Ended : run.Progress.BeganNanos > 0 ? Running : gate is { IsWaitedFor: true } ? PausedBeforeRun : MakingUsers,
        ["paused"] = IsPausedBeforeRun || controls.Any(c => c.IsPaused),
        ["vus"] = controls.Count > 0 ? controls.Sum(c => c.Wanted) : run.Progress.Active,
        ["vus-max"] = controls.Count > 0 ? controls.Sum(c => c.Most) : run.Progress.Initialized,
        ["stopped"] = run.Signals.IsStopping,
        ["running"] = run.Progress.BeganNanos > 0 && !run.Signals.IsStopping && !run.Progress.HasEnded,
        ["tainted"] = run.FailMessage is not null,
    }));

    private (int, JsonNode?) Change(string body)
    {
        JsonNode? wanted;
        try
        {
            wanted = JsonNode.Parse(body)?["data"]?["attributes"];
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            wanted = null;
        }
        if (wanted is not JsonObject attributes) return Problem(400, "Bad Request", """write {"data":{"type":"status","id":"default","attributes":{"vus":10}}}""");
        if (ProblemOf(attributes) is { } problem) return Problem(400, "Bad Request", problem);
        if (attributes["stopped"]?.GetValue<bool>() == true) stop();
        if (attributes["paused"]?.GetValue<bool>() == false) gate?.Open();
        foreach (var control in controls)
        {
            if (attributes["vus"] is { } users) control.Wanted = users.GetValue<int>();
            if (attributes["paused"] is { } paused) control.IsPaused = paused.GetValue<bool>();
        }
        return (200, Status());
    }

    private string? ProblemOf(JsonObject attributes)
    {
        foreach (var name in Changeable)
        {
            if (attributes[name] is not { } value) continue;
            var isNumber = name == "vus";
            var kind = value.GetValueKind();
            var fits = isNumber ? kind == JsonValueKind.Number && value.AsValue().TryGetValue<int>(out _) : kind is JsonValueKind.True or JsonValueKind.False;
            if (!fits) return $"'{name}' must be {(isNumber ? "a whole number" : "true or false")}";
            if (name == "stopped" || controls.Count > 0) continue;
            // A caller who does not know whether the run was already told to begin may tell it again.
            if (name == "paused" && gate is not null && (gate.IsClosed || !value.GetValue<bool>())) continue;
            return $"'{name}' can be changed only with the externally-controlled executor";
        }
        if (attributes["vus-max"] is not null) return "'vus-max' cannot be changed during the run: set maxVUs of the scenario";
        if (attributes["vus"]?.GetValue<int>() is { } users && controls.Any(c => users < 0 || users > c.Most))
            return $"'vus' must be from 0 to {controls.Min(c => c.Most)}, the scenario's maxVUs";
        return null;
    }

    private bool IsPausedBeforeRun => gate is { IsClosed: true };

    private IEnumerable<(MetricDefinition Definition, MetricSelector Selector, Instrument Sum)> Metrics() =>
        new MetricReader(run.Metrics.Registry) { Elapsed = Elapsed }.ReadAll().Where(m => !m.Sum.IsEmpty);

    private TimeSpan Elapsed =>
        run.Elapsed;

    private JsonObject Metric((MetricDefinition Definition, MetricSelector Selector, Instrument Sum) metric)
    {
        var sample = new JsonObject();
        foreach (var (name, value) in metric.Sum.Figures(Elapsed)) sample[name] = value;
        return Resource("metrics", metric.Selector.AsWritten, new JsonObject
        {
            ["type"] = metric.Definition.Type.ToString().ToLowerInvariant(),
            ["contains"] = metric.Definition.Unit.ToString().ToLowerInvariant(),
            ["tainted"] = null,
            ["sample"] = sample,
        });
    }

    private List<SummaryGroup> Groups()
    {
        var all = new List<SummaryGroup> { SummaryGroup.Of(run.Metrics) };
        for (var i = 0; i < all.Count; i++) all.AddRange(all[i].Groups);
        return all;
    }

    private static JsonObject Group(SummaryGroup group) => Resource("groups", SummaryJson.Id(group.Path), new JsonObject
    {
        ["name"] = group.Name,
        ["path"] = group.Path,
        ["checks"] = new JsonArray([.. group.Checks.Select(c => (JsonNode)SummaryJson.Check(group, c))]),
    });

    private static JsonObject Resource(string type, string id, JsonObject attributes) => new() { ["type"] = type, ["id"] = id, ["attributes"] = attributes };

    private static JsonObject Data(JsonNode data) => new() { ["data"] = data };

    private static (int, JsonNode?) Problem(int status, string title, string detail) => (status, new JsonObject
    {
        ["errors"] = new JsonArray(new JsonObject { ["status"] = $"{status}", ["title"] = title, ["detail"] = detail }),
    });
}
