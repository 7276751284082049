namespace Dyno.K6;

/// <summary>The options that flags and K6_ variables set, before the script is known.</summary>
public static class OptionFlags
{
    /// <summary>The problems that these options have whatever the script says; found without running the script.</summary>
    /// <param name="script">The script's name, for the messages.</param>
    /// <param name="flags">As <see cref="K6Request.Flags"/>.</param>
    public static ImmutableArray<Problem> ProblemsOf(string script, IReadOnlyDictionary<string, string> environment,
        ImmutableArray<(string Option, string Flag, string Value)> flags)
    {
        var problems = new OptionProblems(script);
        var merged = OptionTiers.Merge(
            [("K6_ variables", OptionVariables.Read(environment, problems)), ("flags", OptionVariables.Read(flags, problems))], []);
        var options = K6OptionsReader.Read(merged, problems, []);
        HttpOptionsReader.Read(merged, options.SystemTags, problems, new EngineClock(TimeProvider.System));
        return problems.All;
    }
}
