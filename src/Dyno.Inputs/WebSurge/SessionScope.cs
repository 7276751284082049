namespace Dyno.Inputs;

/// <summary>
/// The meaning of <c>{{name}}</c> and <c>{{ %ENV% }}</c> in a session. Variables come from lines <c>@name=value</c> above a request and
/// from the option SessionVariables; their values may name other variables, and variables of the environment as <c>%ENV%</c>.
/// </summary>
internal sealed partial class SessionScope
{
    private readonly ImportScope _scope;
    private readonly List<string> _names = [];
    private readonly HashSet<string> _reported = new(StringComparer.Ordinal);

    private readonly ImmutableArray<string> _columns;
    private readonly bool _hasUnknownColumns;

    public SessionScope(InputContext context) =>
        (_scope, _columns, _hasUnknownColumns) = (new ImportScope(context, Environment, emptyIsValue: true), context.Columns, context.HasUnknownColumns);

    public ImmutableArray<FileVariable> Used => _scope.Used;

    /// <summary>Takes the <c>@</c> lines at the beginning of a block, and returns what follows them.</summary>
    public ImmutableArray<SessionLine> TakeVariables(ImmutableArray<SessionLine> block, SourcePlace place)
    {
        var at = 0;
        for (; at < block.Length && (block[at].IsBlank || block[at].Text.StartsWith('@')); at++)
            if (!block[at].IsBlank) Define(block[at].Text, block[at].In(place));
        return block[at..];
    }

    /// <summary>Defines one variable: <c>@name=value</c>, <c>name=value</c> or <c>name: value</c>.</summary>
    public void Define(string line, SourcePlace place)
    {
        var match = Definition().Match(line);
        if (!match.Success)
        {
            place.Problem($"this is not a variable: \"{InText.Quote(Results.Redaction.Text(line))}\"", "write @name=value");
            return;
        }

        _names.Add(match.Groups["name"].Value);
        _scope.Set(match.Groups["name"].Value, EnvironmentName().Replace(match.Groups["value"].Value, "{{$&}}"));
    }

    /// <summary>A text with its slots; unknown names are reported.</summary>
    public TextTemplate Read(string text, SourcePlace place)
    {
        var template = _scope.Read(text);
        foreach (var variable in template.Sources.OfType<VariableValue>())
            if (variable.Origin == VariableOrigin.Unset && !_hasUnknownColumns && _reported.Add(variable.Name)) Report(variable.Name, place);
        return template;
    }

    /// <summary>A body with its slots; braces around unknown names are text, and stay.</summary>
    public TextTemplate ReadBody(string text, SourcePlace place)
    {
        var parts = new List<TextPart>();
        var from = 0;
        foreach (Match slot in Slot().Matches(text))
        {
            var name = slot.Groups[1].Value.Trim();
            if (!_names.Contains(name) && !IsEnvironmentName().IsMatch(name) && !_columns.Contains(name)) continue;
            parts.Add(TextPart.Literal(text[from..slot.Index]));
            parts.AddRange(Read(slot.Value, place).Parts);
            from = slot.Index + slot.Length;
        }

        parts.Add(TextPart.Literal(text[from..]));
        return new TextTemplate(parts);
    }

    private void Report(string name, SourcePlace place)
    {
        var shown = InText.Quote(name);
        if (IsEnvironmentName().IsMatch(name)) place.Problem($"the environment variable \"{shown.Trim('%')}\" is not set", $"set it before Dyno starts: {shown.Trim('%')}=value dyno run …");
        else if (_names.Contains(name)) place.Problem($"the variable \"{shown}\" has no value, or refers to itself", $"write \"@{shown}=value\"");
        else place.Problem($"the variable \"{shown}\" is not known", NearestWord.Find(name, _names) is { } meant
            ? $"write {{{{{meant}}}}}"
            : $"write \"@{shown}=value\" in a line above the request");
    }

    private static TextPart? Environment(string name)
    {
        if (!IsEnvironmentName().IsMatch(name)) return null;
        var variable = name.Trim('%');
        return System.Environment.GetEnvironmentVariable(variable) is { Length: > 0 } value
            ? TextPart.Slot($"$processEnv {variable}", new VariableValue(variable, TextTemplate.Of(value), VariableOrigin.Process))
            : null;
    }

    [GeneratedRegex(@"^@?(?<name>[^\s=:@{}%]+)\s*[=:]\s*(?<value>.*?)\s*$")]
    private static partial Regex Definition();

    [GeneratedRegex(@"(?<!\{\{\s*)%[A-Za-z_][A-Za-z0-9_]*%")]
    private static partial Regex EnvironmentName();

    [GeneratedRegex(@"\{\{([^{}]{1,200})\}\}")]
    private static partial Regex Slot();

    [GeneratedRegex("^%[A-Za-z_][A-Za-z0-9_]*%$")]
    private static partial Regex IsEnvironmentName();
}
