namespace Dyno.Cli;

/// <summary>The arguments of one call, checked against the parameters of its tool.</summary>
internal sealed class ToolArguments
{
    private const int MostCharacters = 100_000;
    private readonly ImmutableArray<ToolParameter> _parameters;
    private readonly Dictionary<string, ImmutableArray<string>> _values = new(StringComparer.Ordinal);

    /// <summary>Checks the arguments.</summary>
    /// <param name="given">The arguments; null for none.</param>
    /// <exception cref="CapException">Everything that is wrong, at once.</exception>
    public ToolArguments(ImmutableArray<ToolParameter> parameters, IDictionary<string, JsonElement>? given)
    {
        _parameters = parameters;
        var problems = new List<string>();
        foreach (var (name, value) in given ?? new Dictionary<string, JsonElement>())
        {
            if (value.ValueKind == JsonValueKind.Null) continue;
            if (parameters.FirstOrDefault(parameter => parameter.Name == name) is not { } parameter) problems.Add(Unknown(name));
            else if (Read(parameter.Kind, value) is { } texts && texts.All(IsSound)) _values[name] = texts;
            else problems.Add($"{name}: {Shown(value)} is not {Expected(parameter.Kind)}");
        }
        problems.AddRange(parameters.Where(parameter => parameter.IsRequired && !Has(parameter.Name)).Select(parameter => $"{parameter.Name} is missing: {parameter.Description}"));
        if (problems.Count > 0) throw new CapException([.. problems]);
    }

    /// <summary>Whether the call has the argument; false counts as left out.</summary>
    public bool Has(string name) => _values.TryGetValue(name, out var texts) && !texts.IsEmpty && texts is not ["false"];

    /// <summary>The text; null when it was left out.</summary>
    public string? Text(string name) => Has(name) ? _values[name][0] : null;

    /// <summary>The texts; empty when they were left out.</summary>
    public ImmutableArray<string> Texts(string name) => Has(name) ? _values[name] : [];

    /// <summary>The number; null when it was left out.</summary>
    public int? Number(string name) => Has(name) ? int.Parse(_values[name][0], CultureInfo.InvariantCulture) : null;

    /// <summary>The time; null when it was left out.</summary>
    /// <exception cref="CapException">It is not a time.</exception>
    public TimeSpan? Time(string name)
    {
        if (Text(name) is not { } text) return null;
        return DurationText.TryParseTyped(text, out var time) ? time : throw new CapException($"{name}: '{Redaction.Text(text)}' is not a time: write 10s or 2m");
    }

    /// <summary>The options of the command line for all arguments that have one. Each is one word, so that no value can be another option.</summary>
    public IEnumerable<string> Options => _parameters.Where(parameter => parameter.Option is not null && Has(parameter.Name))
        .SelectMany(parameter => parameter.Kind == ToolValue.Flag ? [parameter.Option!] : _values[parameter.Name].Select(text => $"{parameter.Option}={text}"));

    private string Unknown(string name)
    {
        var names = _parameters.Select(parameter => parameter.Name).ToList();
        return $"there is no argument {Redaction.Text(name)}: {(NearestWord.Find(name, names) is { } near ? $"did you mean {near}?" : $"write {string.Join(", ", names)}")}";
    }

    private static ImmutableArray<string>? Read(ToolValue kind, JsonElement value) => (kind, value.ValueKind) switch
    {
        (ToolValue.Text, JsonValueKind.String) => [value.GetString()!],
        (ToolValue.Text, JsonValueKind.Number) => [value.GetRawText()],
        (ToolValue.Texts, JsonValueKind.String) => [value.GetString()!],
        (ToolValue.Texts, JsonValueKind.Array) when value.EnumerateArray().All(item => item.ValueKind == JsonValueKind.String) =>
            [.. value.EnumerateArray().Select(item => item.GetString()!)],
        (ToolValue.Number, JsonValueKind.Number) when value.TryGetInt32(out var number) && number > 0 => [number.ToString(CultureInfo.InvariantCulture)],
        (ToolValue.Flag, JsonValueKind.True) => ["true"],
        (ToolValue.Flag, JsonValueKind.False) => ["false"],
        _ => null,
    };

    // A NUL would end a word of a command line early.
    private static bool IsSound(string text) => text.Length is > 0 and <= MostCharacters && !text.Contains('\0', StringComparison.Ordinal);

    private static string Shown(JsonElement value) =>
        value.GetRawText() is { Length: > 60 } text ? Redaction.Text(text[..60]) + "…" : Redaction.Text(value.GetRawText());

    private static string Expected(ToolValue kind) => kind switch
    {
        ToolValue.Number => "a whole number of 1 or more",
        ToolValue.Flag => "true or false",
        ToolValue.Texts => "a list of texts",
        _ => "a text",
    };
}
