using System.Text.Json.Nodes;

namespace Dyno.K6.Options;

/// <summary>
/// What load a run will likely be, by what is written, before any of its script is run. Exact where flags, variables, an archive or
/// the configuration file say it all; guessed by the script's text otherwise.
/// </summary>
/// <param name="Users">The most virtual users; null where the script computes a number.</param>
/// <param name="HasManyStarts">Whether a scenario asks for so many starts a second that a rehearsal helps.</param>
internal sealed record ExpectedLoad(int? Users, bool HasManyStarts)
{
    private static readonly string[] ShapeOfUsers = ["vus", "stages", "scenarios"];

    /// <summary>That of a script which was not packed.</summary>
    /// <param name="script">Its text.</param>
    /// <param name="config">The configuration file's options; null for none.</param>
    /// <param name="variables">Those of K6_ variables.</param>
    /// <param name="flags">Those of flags.</param>
    public static ExpectedLoad Of(string script, JsonObject? config, JsonObject variables, JsonObject flags)
    {
        var outside = OptionTiers.Merge([("K6_ variables", variables), ("flags", flags)], []);
        var saysAll = OptionTiers.SetsShape(outside) && ShapeOfUsers.Any(name => outside[name] is not null);
        if (saysAll || !MayHaveOptions(script)) return Of([("the configuration file", config), ("K6_ variables", variables), ("flags", flags)]);
        var written = OptionText.Read(script);
        var given = outside["vus"] is null ? 0 : Of([("flags", outside)]).Users ?? 0; // the script's stages may stand beside it
        return written with { Users = written.Users is { } users ? Math.Max(users, given) : null };
    }

    /// <summary>That of options in JSON, lowest first.</summary>
    public static ExpectedLoad Of(IEnumerable<(string Name, JsonObject? Options)> tiers)
    {
        var problems = new OptionProblems(""); // told when the options count
        var options = K6OptionsReader.Read(OptionTiers.Merge(tiers, []), problems, []);
        return problems.Any ? new ExpectedLoad(null, false) : new ExpectedLoad(PlannedUsers.MostOf(options), StartRate.IsHigh(options));
    }

    private static bool MayHaveOptions(string script) =>
        script.Contains("options", StringComparison.Ordinal) || script.Contains("export *", StringComparison.Ordinal);
}
