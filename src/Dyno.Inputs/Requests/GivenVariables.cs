namespace Dyno.Inputs;

/// <summary><c>--var NAME=VALUE</c>: values that win over those of a file, its environments and its data.</summary>
internal static partial class GivenVariables
{
    /// <summary>The values by name; of several values of a name the first one.</summary>
    public static ImmutableDictionary<string, string> Read(ImmutableArray<string> given, ProblemList problems)
    {
        var values = ImmutableDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (var text in given)
        {
            var equals = text.IndexOf('=', StringComparison.Ordinal);
            if (equals <= 0) problems.Add("--var", $"this is not a variable with a value: \"{InText.Quote(text)}\"", "write --var NAME=VALUE");
            else values.TryAdd(text[..equals].Trim(), text[(equals + 1)..]);
        }

        return values.ToImmutable();
    }

    /// <summary>Warns of the variables that no request uses: with a misspelt name, the load would silently use the value in the file.</summary>
    public static void SayUnused(RequestSet set, ImmutableArray<string> given, ProblemList problems)
    {
        if (set.InputKind is "url" or "curl" or "har") Read(given, problems); // the other readers have reported these problems already
        if (given.IsDefaultOrEmpty || problems.Count > 0) return;
        var used = new HashSet<string>(VariableValue.AllIn(set.Texts).Select(v => v.Name), StringComparer.Ordinal);
        foreach (var name in Read(given, new ProblemList()).Keys.Where(n => !used.Contains(AsDefined(n))
            && !set.UsedBySettings.Contains(n)).Order(StringComparer.Ordinal))
            problems.Warn("--var", $"no request uses the variable \"{InText.Quote(name)}\"",
                NearestWord.Find(name, used) is { } meant ? $"write --var {meant}=VALUE" : $"write {{{{{InText.Quote(name)}}}}} in the file where the value belongs");
    }

    /// <summary>A name as a <c>.http</c> file can define it.</summary>
    public static string AsDefined(string name) => NotName().Replace(name.TrimStart('$'), "_");

    [GeneratedRegex(@"[\s=@{}]+")]
    private static partial Regex NotName();
}
