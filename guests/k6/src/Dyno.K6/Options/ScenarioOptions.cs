namespace Dyno.K6;

/// <summary>A scenario as the options describe it.</summary>
internal sealed record ScenarioOptions
{
    public required string Name { get; init; }

    public required ExecutorPlan Executor { get; init; }

    public string Function { get; init; } = "default";

    public TimeSpan StartTime { get; init; }

    public TimeSpan GracefulStop { get; init; } = TimeSpan.FromSeconds(30);

    public ImmutableSortedDictionary<string, string> Tags { get; init; } = ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal);

    public ImmutableSortedDictionary<string, string> Environment { get; init; } = ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal);
}

/// <summary>Reads the scenarios of the options, or derives the one that the short cuts mean.</summary>
internal static class ScenarioReader
{
    /// <summary>What a scenario may have beside its executor, over all of these.</summary>
    public static readonly ImmutableArray<string> Names =
    [
        "exec", "startTime", "gracefulStop", "env", "tags", "vus", "iterations", "maxDuration", "duration", "stages",
        "startVUs", "gracefulRampDown", "rate", "timeUnit", "preAllocatedVUs", "maxVUs", "startRate",
    ];

    private static readonly OrderedDictionary<string, Func<OptionValues, ExecutorPlan>> Executors = new(StringComparer.Ordinal)
    {
        ["shared-iterations"] = v => Checked(new SharedIterations
        {
            VirtualUsers = AtLeastOneUser(v),
            Iterations = v.Whole("iterations") ?? 1,
            MaxDuration = v.Time("maxDuration") ?? TimeSpan.FromMinutes(10),
        }, v),
        ["per-vu-iterations"] = v => new PerVuIterations
        {
            VirtualUsers = v.Number("vus") ?? 1,
            Iterations = v.Whole("iterations") ?? 1,
            MaxDuration = v.Time("maxDuration") ?? TimeSpan.FromMinutes(10),
        },
        ["constant-vus"] = v => new ConstantVus { VirtualUsers = v.Number("vus") ?? 1, Duration = Required(v, "duration") },
        ["ramping-vus"] = v => new RampingVus
        {
            StartVirtualUsers = v.Number("startVUs") ?? 1,
            Stages = StagesOf(v.Array("stages"), "stages", v),
            GracefulRampDown = v.Time("gracefulRampDown") ?? TimeSpan.FromSeconds(30),
        },
        ["constant-arrival-rate"] = v => new ConstantArrivalRate
        {
            Rate = AtLeast(1, RequiredNumber(v, "rate"), v, "rate"),
            TimeUnit = TimeUnitOf(v),
            Duration = Required(v, "duration"),
            PreAllocatedVirtualUsers = (int)RequiredNumber(v, "preAllocatedVUs"),
            MaxVirtualUserCount = MostUsers(v),
        },
        ["ramping-arrival-rate"] = v => new RampingArrivalRate
        {
            StartRate = AtLeast(0, v.Whole("startRate") ?? 0, v, "startRate"),
            TimeUnit = TimeUnitOf(v),
            Stages = RatesOf(v.Array("stages"), v),
            PreAllocatedVirtualUsers = (int)RequiredNumber(v, "preAllocatedVUs"),
            MaxVirtualUserCount = MostUsers(v),
        },
        ["externally-controlled"] = Controlled,
    };

    /// <summary>The scenarios, by start time and name.</summary>
    public static ImmutableArray<ScenarioOptions> Read(OptionValues options)
    {
        if (options.Object("scenarios") is { } scenarios)
        {
            foreach (var key in new[] { "duration", "iterations", "stages" })
                if (options.Node(key) is not (null or JsonArray { Count: 0 }))
                    options.Problem(key, $"{key} and scenarios are two ways to shape one load", "keep one of them");
            if (scenarios.Count == 0) options.Problem("scenarios", "the object is empty", "describe at least one scenario, or leave scenarios out");
            return
            [
                .. scenarios.Select(s => ReadOne(s.Key, s.Value, options.Problems)).OfType<ScenarioOptions>()
                    .OrderBy(s => s.StartTime).ThenBy(s => s.Name, StringComparer.Ordinal),
            ];
        }
        return ShortCut(options) is { } executor ? [new ScenarioOptions { Name = "default", Executor = executor }] : [];
    }

    private static ExecutorPlan? ShortCut(OptionValues options)
    {
        var (users, duration, iterations, stages) = (options.Number("vus"), options.Time("duration"), options.Whole("iterations"), options.Array("stages"));
        if (stages is { Count: > 0 } && (duration is not null || iterations is not null))
        {
            options.Problem("stages", $"stages and {(duration is not null ? "duration" : "iterations")} are two ways to shape one load", "keep one of them");
            return null;
        }
        if (stages is { Count: > 0 })
            return new RampingVus { StartVirtualUsers = users ?? 1, Stages = StagesOf(stages, "stages", options.Problems) };
        if (iterations is { } count)
        {
            if (count < (users ?? 1)) options.Problem("iterations", $"{count} {(count == 1 ? "iteration is" : "iterations are")} fewer than {users ?? 1} virtual users", "write as many iterations as virtual users, or more");
            return new SharedIterations { VirtualUsers = AtLeastOneUser(options), Iterations = count, MaxDuration = duration ?? TimeSpan.FromMinutes(10) };
        }
        if (duration is { } time)
        {
            if (time <= TimeSpan.Zero) options.Problem("duration", "must be above zero", "write 30s");
            return new ConstantVus { VirtualUsers = users ?? 1, Duration = time };
        }
        return users is { } n
            ? new SharedIterations { VirtualUsers = n, Iterations = n, MaxDuration = TimeSpan.FromMinutes(10) }
            : new PerVuIterations { VirtualUsers = 1, Iterations = 1, MaxDuration = TimeSpan.FromMinutes(10) };
    }

    private static ScenarioOptions? ReadOne(string name, JsonNode? node, OptionProblems problems)
    {
        var path = $"scenarios.{name}.";
        if (name.Length == 0 || !name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-')) problems.AddOption("scenarios", $"'{name}' cannot name a scenario", "use letters, digits, '_' and '-'");
        if (node is not JsonObject members) { problems.AddOption(path.TrimEnd('.'), "a scenario is an object", null); return null; }
        var values = new OptionValues(members, path, problems);
        var kind = values.Text("executor");
        if (kind is null || !Executors.TryGetValue(kind, out var read))
        {
            var near = kind is null ? null : NearestWord.Find(kind, Executors.Keys, 4);
            values.Problem("executor", kind is null ? "the value is missing" : $"there is no executor '{kind}'",
                near is null ? $"write one of {string.Join(", ", Executors.Keys)}" : $"write {near}");
            return null;
        }
        var executor = read(values);
        var scenario = new ScenarioOptions
        {
            Name = name,
            Executor = executor,
            Function = values.Text("exec") ?? "default",
            StartTime = values.Time("startTime") ?? TimeSpan.Zero,
            GracefulStop = values.Time("gracefulStop") ?? TimeSpan.FromSeconds(30),
            Tags = TextsOf(values.Object("tags")),
            Environment = TextsOf(values.Object("env")),
        };
        values.Node("options");
        foreach (var unknown in values.Unknown) values.Problem(unknown, $"{kind} has no such setting", Nearest(unknown, kind));
        return scenario;
    }

    // Of k6 1.x: all users are made before the start, so that scaling costs nothing later.
    private static ExternallyControlled Controlled(OptionValues v)
    {
        var users = v.Number("vus") ?? 1;
        var most = v.Number("maxVUs") ?? users;
        if (most < users) v.Problem("maxVUs", $"{most} is less than vus ({users})", $"write {users} or more");
        if (v.Has("gracefulStop")) v.Problem("gracefulStop", "externally-controlled has no such setting", "leave it out");
        var duration = Required(v, "duration");
        most = Math.Max(most, users);
        return new ExternallyControlled { VirtualUsers = users, MaxVirtualUserCount = most, Duration = duration, Control = new UserControl(most, users) };
    }

    private static SharedIterations Checked(SharedIterations plan, OptionValues values)
    {
        if (plan.Iterations < plan.VirtualUsers)
            values.Problem("iterations", $"{plan.Iterations} {(plan.Iterations == 1 ? "iteration is" : "iterations are")} fewer than {plan.VirtualUsers} virtual users", "write as many iterations as virtual users, or more");
        return plan;
    }

    private static int MostUsers(OptionValues values)
    {
        var prepared = (int)(values.Whole("preAllocatedVUs") ?? 1);
        var most = values.Number("maxVUs") ?? prepared;
        if (most < prepared) values.Problem("maxVUs", $"{most} is less than preAllocatedVUs ({prepared})", $"write {prepared} or more");
        return Math.Max(most, prepared);
    }

    private static TimeSpan Required(OptionValues values, string name)
    {
        if (values.Has(name)) return values.Time(name) ?? TimeSpan.FromSeconds(1);
        values.Problem(name, "the value is missing", $"write {name}: '30s'");
        return TimeSpan.FromSeconds(1);
    }

    private static long RequiredNumber(OptionValues values, string name)
    {
        if (values.Has(name)) return values.Whole(name) ?? 1;
        values.Problem(name, "the value is missing", $"write {name}: 10");
        return 1;
    }

    // Who asks for the users of a plan makes its pacers, and they divide by what they are given.
    private static long AtLeast(long least, long value, OptionValues values, string name)
    {
        if (value >= least) return value;
        values.Problem(name, $"the value is {value}", $"write {least} or more");
        return least;
    }

    private static int AtLeastOneUser(OptionValues values) => (int)AtLeast(1, values.Number("vus") ?? 1, values, "vus");

    private static TimeSpan TimeUnitOf(OptionValues values)
    {
        if (values.Time("timeUnit") is not { } unit) return TimeSpan.FromSeconds(1);
        if (unit > TimeSpan.Zero) return unit;
        values.Problem("timeUnit", "must be above zero", "write 1s");
        return TimeSpan.FromSeconds(1);
    }

    private static ImmutableArray<VirtualUserStage> StagesOf(JsonArray? stages, string name, OptionValues values) =>
        StagesOf(stages, values.PathOf(name), values.Problems);

    private static ImmutableArray<VirtualUserStage> StagesOf(JsonArray? stages, string name, OptionProblems problems) =>
        [.. (stages ?? []).Select((s, i) => StageOf(s, $"{name}[{i}]", problems)).Select(s => new VirtualUserStage(s.Duration, (int)Math.Min(s.Target, int.MaxValue)))];

    private static ImmutableArray<RateStage> RatesOf(JsonArray? stages, OptionValues values) =>
        [.. (stages ?? []).Select((s, i) => StageOf(s, values.PathOf($"stages[{i}]"), values.Problems)).Select(s => new RateStage(s.Duration, s.Target))];

    private static (TimeSpan Duration, long Target) StageOf(JsonNode? node, string path, OptionProblems problems)
    {
        if (node is not JsonObject members) { problems.AddOption(path, "a stage is an object", "write { duration: '10s', target: 5 }"); return default; }
        var values = new OptionValues(members, path + ".", problems);
        return (Required(values, "duration"), AtLeast(0, RequiredNumber(values, "target"), values, "target"));
    }

    private static ImmutableSortedDictionary<string, string> TextsOf(JsonObject? members) =>
        (members ?? []).Where(m => m.Value is not null).ToImmutableSortedDictionary(m => m.Key, m => TextOf(m.Value!), StringComparer.Ordinal);

    internal static string TextOf(JsonNode node) => node is JsonValue value && value.TryGetValue<string>(out var text) ? text : node.ToJsonString();

    private static string? Nearest(string unknown, string kind) =>
        NearestWord.Find(unknown, Names) is { } near && near != unknown ? $"write {near}" : $"leave it out: {kind} does not use it";
}
