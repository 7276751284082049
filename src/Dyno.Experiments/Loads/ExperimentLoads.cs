namespace Dyno.Experiments;

/// <summary>
/// The loads of an experiment. Requests are shaped by the experiment's file. Any other kind of load is code: the caller passes its kind,
/// and each such load is opened once before anything is started, to find its mistakes, its length and its model.
/// </summary>
public sealed class ExperimentLoads
{
    private readonly Dictionary<string, (ILoad Load, CodePlan Plan)> _code = new(StringComparer.Ordinal);

    private ExperimentLoads()
    {
    }

    public static ExperimentLoads OfRequests { get; } = new();

    /// <summary>Reads all loads that are code, and builds them where necessary.</summary>
    /// <exception cref="UserFault">Everything that is wrong with the loads.</exception>
    public static async Task<ExperimentLoads> PrepareAsync(ExperimentPlan plan, ImmutableArray<ILoad> kinds, CancellationToken cancellation)
    {
        var loads = new ExperimentLoads();
        var problems = new List<Problem>();
        foreach (var variant in plan.Variants.DistinctBy(v => v.Load))
        {
            if (kinds.FirstOrDefault(kind => IsFile(variant.Load) && kind.Takes(variant.Load)) is not { } kind)
            {
                if (HasVariables(plan, variant)) problems.Add(NoCode(plan, variant));
                continue;
            }
            problems.AddRange(Unfitting(plan, variant));
            try
            {
                loads._code[variant.Load] = (kind, await LookAsync(kind, plan, variant, cancellation));
            }
            catch (UserFault wrong)
            {
                problems.AddRange(wrong.Problems.Select(p => p.Source.Length > 0 ? p : p with { Source = variant.Load }));
            }
        }
        return problems.Count == 0 ? loads : throw new UserFault([.. problems]);
    }

    internal ILoad LoadOf(ExperimentPlan plan, VariantPlan variant) =>
        CodeOf(variant) ?? new RequestLoad(TrialLoad.Request(plan, variant));

    /// <summary>The load of a variant that is code; null when it is requests.</summary>
    internal ILoad? CodeOf(VariantPlan variant) => _code.TryGetValue(variant.Load, out var code) ? code.Load : null;

    /// <summary>What is known of a load in code; null for a load of requests.</summary>
    internal CodePlan? PlanOf(VariantPlan variant) => _code.TryGetValue(variant.Load, out var code) ? code.Plan : null;

    /// <summary>Whether the name of a load means code; for messages before anything is read.</summary>
    internal static bool IsCode(string load) => Directory.Exists(load)
        ? Directory.EnumerateFiles(load, "*.csproj", new EnumerationOptions()).Any() // none where this user may not look
        : IsFile(load) && LoadFiles.IsCode(load);

    private static async Task<CodePlan> LookAsync(ILoad load, ExperimentPlan plan, VariantPlan variant, CancellationToken cancellation)
    {
        var shape = TrialLoad.Shape(plan, variant);
        await using var open = await load.OpenAsync(
            TrialLoad.Opening(plan, variant, 0, LoadOpening.NotYetKnown) with { IsRehearsal = true }, cancellation);
        if (open.Plan is not { } known) return new CodePlan(shape.Length, Model: null);
        PlanRules.ThrowIfInvalid(known);
        var models = known.Scenarios.Select(s => s.Executor.Model).Distinct().ToList();
        return new CodePlan(known.Scenarios.Max(s => s.StartTime + s.Executor.Length), models is [var only] ? only : LoadModel.Mixed);
    }

    private static bool IsFile(string load) => Path.IsPathRooted(load) && (File.Exists(load) || Directory.Exists(load));

    private static bool HasVariables(ExperimentPlan plan, VariantPlan variant) =>
        !variant.Shape.Environment.IsEmpty || plan.Sweep?.Over.Kind == SweepKind.LoadSetting;

    private static Problem NoCode(ExperimentPlan plan, VariantPlan variant) => new(plan.Source, null, null,
        $"{variant.Load} is not code and has no environment variables", "write load: { file: load.cs } or a script, or env.NAME for a variable of the subject");

    // Settings that do not fit a load in code, because the code itself decides what it sends and how often.
    private static IEnumerable<Problem> Unfitting(ExperimentPlan plan, VariantPlan variant)
    {
        var shape = variant.Shape;
        (string Key, bool IsSet)[] keys =
        [
            ("load: connections", shape.Connections is not null), ("load: method", shape.Method is not null), ("load: headers", !shape.Headers.IsEmpty),
            ("load: body", shape.Body is not null), ("load: http2", shape.UsesHttp2 is not null),
            ("load: proto", !shape.ProtoFiles.IsEmpty), ("load: imports", !shape.ImportPaths.IsEmpty),
            ("matrix: path", variant.Path is not null),
        ];
        foreach (var key in keys.Where(key => key.IsSet))
            yield return Problem($"{key.Key} cannot be set for {Path.GetFileName(variant.Load)}: its code decides what the load sends", "remove it, or change the code");
        if (shape.Rate is { } rate && !RateText.TryParse(rate, out _, out _)) yield return Problem($"'{rate}' is not a rate", "write rate: 200/s");
        if (shape.Duration is { } time && !(DurationText.TryParseTyped(time, out var length) && length > TimeSpan.Zero))
            yield return Problem($"'{time}' is not a time above zero", "write duration: 10s");

        Problem Problem(string what, string writeInstead) => new(plan.Source, null, null, what, writeInstead);
    }
}

/// <summary>What is known of a load in code before it runs.</summary>
/// <param name="Length">How long a trial measures; null when only its run can tell.</param>
/// <param name="Model">Closed or open; null when only its run can tell.</param>
internal sealed record CodePlan(TimeSpan? Length, LoadModel? Model);
