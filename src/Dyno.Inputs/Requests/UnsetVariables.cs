namespace Dyno.Inputs;

/// <summary>Variables that an imported file uses without a value: an environment of Postman, a token of an API description.</summary>
internal static class UnsetVariables
{
    /// <summary>Reports the variables as problems, because nothing can be sent without their values.</summary>
    public static void Refuse(RequestSet set, ProblemList problems)
    {
        foreach (var (name, place) in NamesIn(set, problems))
            place.Problem($"the variable \"{InText.Quote(name)}\" has no value",
                $"give --var {InText.Quote(name)}=VALUE, or convert the file (dyno convert … -o FILE.http) and write the value there");
    }

    /// <summary>Warns of the lines of the new file that wait for a value.</summary>
    public static void Say(RequestSet set, ProblemList problems)
    {
        foreach (var (name, place) in NamesIn(set, problems))
            place.Warning($"the variable \"{InText.Quote(name)}\" has no value", $"write the value into the line \"@{InText.Quote(name)} =\" of the new file, or give --var {InText.Quote(name)}=VALUE");
    }

    // Each name, with the place of the first request that uses it.
    private static IEnumerable<(string Name, SourcePlace Place)> NamesIn(RequestSet set, ProblemList problems) =>
        set.Requests.SelectMany(r =>
            VariableValue.AllIn(r.Texts).Where(v => v.Origin == VariableOrigin.Unset).Select(v => v.Name)
                .Select(name => (name, r.In(new(problems, set.Source)))))
            .DistinctBy(n => n.name, StringComparer.Ordinal).Take(100);
}
