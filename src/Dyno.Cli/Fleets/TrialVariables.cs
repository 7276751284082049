namespace Dyno.Cli;

/// <summary>Passes what an experiment changes in a load to the shares of that load, as environment variables.</summary>
internal static class TrialVariables
{
    private const string SeedVariable = "DYNO_TRIAL_SEED";

    /// <summary>The variables; empty outside of an experiment.</summary>
    public static ImmutableSortedDictionary<string, string> Of(LoadOpening opening)
    {
        var variables = ImmutableSortedDictionary<string, string>.Empty;
        if (opening.Seed is { } seed) variables = variables.Add(SeedVariable, seed.ToString(CultureInfo.InvariantCulture));
        return opening.Shape is { } shape ? variables.AddRange(shape.Environment).SetItem(TrialShape.Variable, Whole(shape).ToString()) : variables;
    }

    /// <summary>
    /// Adds the values of the variables to the opening of a share, and removes the variables, so that programs started by the share do not
    /// inherit them.
    /// </summary>
    public static LoadOpening Take(LoadOpening opening)
    {
        var shape = TrialShape.Parse(Environment.GetEnvironmentVariable(TrialShape.Variable));
        var seed = long.TryParse(Environment.GetEnvironmentVariable(SeedVariable), CultureInfo.InvariantCulture, out var given) ? given : (long?)null;
        Environment.SetEnvironmentVariable(TrialShape.Variable, null);
        Environment.SetEnvironmentVariable(SeedVariable, null);
        return opening with { Shape = shape, Seed = seed };
    }

    // The warm-up keeps its full length: each share would otherwise end it early at a different moment, and all shares must measure at the same time.
    private static TrialShape Whole(TrialShape shape) => shape with { Level = shape.Level with { Minimum = shape.WarmUp } };
}
