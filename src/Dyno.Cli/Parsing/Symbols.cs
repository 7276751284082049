namespace Dyno.Cli;

/// <summary>Helpers that declare an option with the name and the check of its value.</summary>
internal static class Symbols
{
    public static Option<string?> Text(string name, string value, string description, string? alias = null) =>
        Named(new Option<string?>(name), value, description, alias);

    public static Option<string?> Choice(string name, string description, params string[] values) =>
        Choice(name, description, values, null);

    public static Option<string?> Choice(string name, string description, string[] values, string? alias)
    {
        var option = Named(new Option<string?>(name), string.Join('|', values), description, alias);
        Restrict(option, values);
        return option;
    }

    public static Option<string[]> Many(string name, string value, string description, string? alias = null) =>
        Named(new Option<string[]>(name) { Arity = ArgumentArity.OneOrMore }, value, description, alias);

    public static Option<string[]> HealthLimitOption() => Many("--health-limit", "NAME=LIMIT",
        "Limit of a health rule, by its printed name: dropped-starts=0.5%, start-lag=5ms; may be repeated");

    public static Option<string[]> ManyOf(string name, string description, params string[] values)
    {
        var option = Many(name, string.Join('|', values), description);
        Restrict(option, values);
        return option;
    }

    public static Option<bool> Flag(string name, string description, string? alias = null) =>
        // Zero values: otherwise "--insecure URL" would be read as a value of --insecure.
        Named(new Option<bool>(name) { Arity = ArgumentArity.Zero }, null, description, alias);

    /// <summary>A flag that also takes <c>=true</c> and <c>=false</c>, as k6's flags do. The parser takes no other word as its value.</summary>
    public static Option<bool?> Switch(string name, string description, string? alias = null) =>
        Named(new Option<bool?>(name) { Arity = ArgumentArity.ZeroOrOne }, null, description, alias);

    public static Option<int?> Number(string name, string value, string description, string? alias = null) =>
        Named(new Option<int?>(name) { CustomParser = result => (int?)WholeNumber(result, name, int.MaxValue) }, value, description, alias);

    public static Option<long?> Long(string name, string value, string description, string? alias = null) =>
        Named(new Option<long?>(name) { CustomParser = result => WholeNumber(result, name, long.MaxValue) }, value, description, alias);

    private static Option<T> Named<T>(Option<T> option, string? value, string description, string? alias)
    {
        option.HelpName = value;
        option.Description = description;
        if (alias is not null) option.Aliases.Add(alias);
        return option;
    }

    private static long? WholeNumber(ArgumentResult result, string option, long most)
    {
        var text = result.Tokens[0].Value;
        if (long.TryParse(text, out var number) && number <= most) return number;
        result.AddError($"{option}: '{text}' is not a whole number");
        return null;
    }

    private static void Restrict(Option option, string[] values)
    {
        option.CompletionSources.Add(values);
        option.Validators.Add(result =>
        {
            foreach (var token in result.Tokens.Where(token => !values.Contains(token.Value, StringComparer.Ordinal)))
            {
                var meant = NearestWord.Find(token.Value, values) is { } near ? $"did you mean {near}? " : "";
                result.AddError($"{option.Name}: '{token.Value}' is unknown; {meant}write {string.Join(" or ", values)}");
            }
        });
    }
}
