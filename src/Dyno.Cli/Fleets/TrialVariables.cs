using System.Collections.Immutable;
using System.Globalization;
using Dyno.Load.Plans;

namespace Dyno.Cli.Fleets;

/// <summary>What an experiment changes of a load, as environment variables of its shares.</summary>
internal static class TrialVariables
{
    private const string SeedVariable = "DYNO_TRIAL_SEED";

    /// <summary>The variables; none outside of an experiment.</summary>
    public static ImmutableSortedDictionary<string, string> Of(LoadOpening opening)
    {
        var variables = ImmutableSortedDictionary<string, string>.Empty;
        if (opening.Seed is { } seed) variables = variables.Add(SeedVariable, seed.ToString(CultureInfo.InvariantCulture));
        return opening.Shape is { } shape ? variables.AddRange(shape.Environment).SetItem(TrialShape.Variable, Whole(shape).ToString()) : variables;
    }

    /// <summary>The opening of a share with what they say; programs that it starts do not have them by this.</summary>
    public static LoadOpening Take(LoadOpening opening)
    {
        var shape = TrialShape.Parse(Environment.GetEnvironmentVariable(TrialShape.Variable));
        var seed = long.TryParse(Environment.GetEnvironmentVariable(SeedVariable), CultureInfo.InvariantCulture, out var given) ? given : (long?)null;
        Environment.SetEnvironmentVariable(TrialShape.Variable, null);
        Environment.SetEnvironmentVariable(SeedVariable, null);
        return opening with { Shape = shape, Seed = seed };
    }

    // Each share would find its own moment to end a warm-up early, and they are to measure at the same time.
    private static TrialShape Whole(TrialShape shape) => shape with { Level = shape.Level with { Minimum = shape.WarmUp } };
}
