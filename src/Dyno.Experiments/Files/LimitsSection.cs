namespace Dyno.Experiments;

/// <summary>The limits of the rules of health in an experiment file: <c>limits: { stalls: 1%, load-average: 1 }</c>.</summary>
internal static class LimitsSection
{
    /// <summary>The limits, <c>name=limit</c> each.</summary>
    public static ImmutableArray<string> Read(YamlPlace place)
    {
        var limits = ImmutableArray.CreateBuilder<string>();
        foreach (var (name, value) in place.Entries())
        {
            var limit = $"{name}={value.Text()}";
            if (ProblemOf(limit) is { } problem) value.Problem(problem.What, InYaml(problem.WriteInstead));
            else limits.Add(limit);
        }
        return limits.ToImmutable();
    }

    // The hint as it is written in a file: the original hint is for the command line, --health-limit errors=5%.
    private static string? InYaml(string? hint) =>
        hint?.Replace("--health-limit ", "", StringComparison.Ordinal).Replace("=", ": ", StringComparison.Ordinal);

    private static Problem? ProblemOf(string limit)
    {
        try
        {
            InputReader.ReadHealthLimits([limit]);
            return null;
        }
        catch (UserFault wrong)
        {
            return wrong.Problems[0];
        }
    }
}
