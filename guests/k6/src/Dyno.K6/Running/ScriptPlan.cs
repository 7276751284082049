namespace Dyno.K6;

/// <summary>Makes the plan of the runner from the options of a script.</summary>
internal static class ScriptPlan
{
    // For people to read: 'p(95)<1000', not 'p(95)\u003C1000'. Reports escape the text themselves.
    private static readonly JsonSerializerOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    public static TestPlan Of(K6Request request, K6Options options, ImmutableArray<Threshold> thresholds, ScriptRun run, IUserPool pool)
    {
        var planned = PlannedUsers.Of(options);
        foreach (var scenario in options.Scenarios) run.Scenarios[scenario.Name] = ActivationOf(scenario, options);
        return new TestPlan
        {
            Name = request.Script == "-" ? "script" : Path.GetFileNameWithoutExtension(request.Script),
            InputKind = "k6",
            Source = request.Script,
            Seed = 0,
            Workers = pool.Workers,
            Segment = options.Segment,
            Thresholds = thresholds,
            Scenarios = [.. options.Scenarios.Select(s => new ScenarioPlan
            {
                Name = s.Name,
                Executor = s.Executor,
                StartTime = s.StartTime,
                GracefulStop = s.GracefulStop,
                Workload = pool.WorkloadOf(planned, run.Scenarios[s.Name]),
            })],
            Options = options.Merged.Where(o => o.Value is not null && o.Key is not ("scenarios" or "tlsAuth" or "cloud" or "ext"))
                .ToImmutableSortedDictionary(o => o.Key, o => TextOf(o.Value!), StringComparer.Ordinal)
                .SetItem("vuLayout", pool.Layout == VuLayout.Dense ? "dense" : "isolated"),
        };
    }

    private static string TextOf(JsonNode option) =>
        option is JsonValue value && value.TryGetValue<string>(out var text) ? text : option.ToJsonString(Readable);

    private static ScenarioActivation ActivationOf(ScenarioOptions scenario, K6Options options)
    {
        var tags = options.Tags.SetItems(scenario.Tags);
        if (options.SystemTags.Contains("scenario")) tags = tags.SetItem("scenario", scenario.Name);
        if (options.SystemTags.Contains("group")) tags = tags.SetItem("group", "");
        return new ScenarioActivation
        {
            Scenario = scenario.Name,
            Executor = scenario.Executor.Name,
            Function = scenario.Function,
            Tags = tags,
            SystemTags = options.SystemTags,
            EnvironmentJson = scenario.Environment.IsEmpty ? null : JsonSerializer.Serialize(scenario.Environment),
            TagsIterations = options.SystemTags.Contains("iter"),
            KeepsCookies = options.KeepsCookies,
            ReconnectsEveryIteration = options.ReconnectsEveryIteration,
            MinIterationDuration = options.MinIterationDuration,
            Length = scenario.Executor.Length,
            Iterations = scenario.Executor.IterationsOf(options.Segment),
        };
    }
}
