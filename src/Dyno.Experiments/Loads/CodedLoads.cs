using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Experiments.Trials;
using Dyno.Inputs.Quantities;
using Dyno.Load.Plans;
using Dyno.Results.Problems;

namespace Dyno.Experiments.Loads;

/// <summary>The loads of an experiment that are code: which kind each is, read before anything is started.</summary>
public sealed class CodedLoads
{
    private readonly Dictionary<string, (ICodedLoad Kind, CodedLoadPlan Plan)> _loads = new(StringComparer.Ordinal);

    private static readonly string[] CodeFiles = [".js", ".ts", ".mjs", ".cjs", ".mts", ".tar", ".cs", ".csproj"];

    private CodedLoads()
    {
    }

    /// <summary>No load is code.</summary>
    public static CodedLoads None { get; } = new();

    /// <summary>Reads all of them.</summary>
    /// <param name="plan">The experiment.</param>
    /// <param name="kinds">The kinds there are.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="UserFault">Everything that is wrong with them.</exception>
    public static async Task<CodedLoads> PrepareAsync(ExperimentPlan plan, ImmutableArray<ICodedLoad> kinds, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(plan);
        var loads = new CodedLoads();
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
                loads._loads[variant.Load] = (kind, await kind.PrepareAsync(variant.Load, TrialLoad.Shape(plan, variant), cancellation));
            }
            catch (UserFault wrong)
            {
                problems.AddRange(wrong.Problems);
            }
        }
        return problems.Count == 0 ? loads : throw new UserFault([.. problems]);
    }

    /// <summary>The kind of a load; null when it is not code.</summary>
    internal ICodedLoad? KindOf(VariantPlan variant) => _loads.TryGetValue(variant.Load, out var load) ? load.Kind : null;

    /// <summary>What is known of a load; null when it is not code.</summary>
    internal CodedLoadPlan? PlanOf(VariantPlan variant) => _loads.TryGetValue(variant.Load, out var load) ? load.Plan : null;

    /// <summary>Whether a load is code by its name: for what is said before anything is read.</summary>
    internal static bool IsCode(string load) =>
        IsFile(load) && (Directory.Exists(load) || CodeFiles.Contains(Path.GetExtension(load), StringComparer.OrdinalIgnoreCase));

    private static bool IsFile(string load) => Path.IsPathRooted(load) && (File.Exists(load) || Directory.Exists(load));

    private static bool HasVariables(ExperimentPlan plan, VariantPlan variant) =>
        !variant.Shape.Environment.IsEmpty || plan.Sweep?.Over.Kind == SweepKind.LoadSetting;

    private static Problem NoCode(ExperimentPlan plan, VariantPlan variant) => new(plan.Source, null, null,
        $"{variant.Load} is no code: it has no environment variables", "write load: { file: load.cs } or a script, or env.NAME for a variable of the subject");

    // What code sends, and how often, it says itself.
    private static IEnumerable<Problem> Unfitting(ExperimentPlan plan, VariantPlan variant)
    {
        var shape = variant.Shape;
        (string Key, bool IsSet)[] keys =
        [
            ("load: connections", shape.Connections is not null), ("load: method", shape.Method is not null), ("load: headers", !shape.Headers.IsEmpty),
            ("load: body", shape.Body is not null), ("matrix: path", variant.Path is not null),
        ];
        foreach (var key in keys.Where(key => key.IsSet))
            yield return Problem($"{key.Key} cannot be set for {Path.GetFileName(variant.Load)}: its code says what it sends", "remove it, or change the code");
        if (shape.Rate is { } rate && !RateText.TryParse(rate, out _, out _)) yield return Problem($"'{rate}' is no rate", "write rate: 200/s");
        if (shape.Duration is { } time && !(DurationText.TryParseTyped(time, out var length) && length > TimeSpan.Zero))
            yield return Problem($"'{time}' is not a time above zero", "write duration: 10s");

        Problem Problem(string what, string writeInstead) => new(plan.Source, null, null, what, writeInstead);
    }
}
