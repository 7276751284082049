namespace Dyno.Inputs;

/// <summary>
/// The meaning of names in one file. The first that knows a name counts: <c>--var</c>, a column of the data feed, the file's own
/// <c>@name</c> (the nearest one above; without one, the first one below), the environment, the variables shared by all environments.
/// </summary>
internal sealed partial class VariableScope
{
    private const int MaxDepth = 100; // for variables that name other variables
    private readonly ILookup<string, Definition> _file;
    private readonly EnvironmentFile _environment;
    private readonly ImmutableDictionary<string, string> _given;
    private readonly ImmutableArray<string> _columns;
    private readonly bool _hasUnknownColumns;
    private readonly ImmutableHashSet<string> _labels;
    private readonly DynamicValues _dynamic;
    private readonly ExpandedLength _lengths = new();
    private readonly HashSet<string> _said = [];
    private int _depth;
    private int? _asOf; // the line from which variables are seen, for texts in another file

    public VariableScope(
        IEnumerable<Definition> file, EnvironmentFile environment, IEnumerable<string> labels, InputContext context,
        ImmutableDictionary<string, TokenDirective>? logins = null)
    {
        _file = file.ToLookup(d => d.Name, StringComparer.Ordinal);
        _environment = environment;
        (_columns, _hasUnknownColumns) = (context.Columns, context.HasUnknownColumns);
        _given = GivenVariables.Read(context.Request.Variables, context.Problems);
        _labels = [.. labels];
        _dynamic = new DynamicValues(new DotEnvFile(context.Path));
        Tokens = new TokenBook(logins ?? ImmutableDictionary<string, TokenDirective>.Empty, new SecurityAuth(environment, this, context.Place));
    }

    /// <summary>The logins that texts may refer to.</summary>
    public TokenBook Tokens { get; }

    /// <summary>The same names as seen from one line of the file; null: from the line of each text.</summary>
    public VariableScope At(int? line)
    {
        var view = (VariableScope)MemberwiseClone();
        view._asOf = line;
        return view;
    }

    /// <summary>The value of the text between braces; null when the text has no meaning, which was reported.</summary>
    /// <param name="written">The text, without blanks around it.</param>
    public ValueSource? Resolve(string written, SourcePlace place, int column)
    {
        if (written.Length == 0) return Fail(place, column, "there is no name between the braces", "write {{name}}");
        if (TokenBook.IsMeant(written)) return Tokens.Read(written, place, column);
        if (written[0] == '$') return _dynamic.Read(written, place, column);
        if (AnswerReference.LooksLikeOne(written))
        {
            var answer = AnswerReference.Read(written, _labels, place, column);
            return answer is not null && Tokens.IsLogin(answer.Request) ? Tokens.OfAnswer(answer, place, column) : answer;
        }

        if (ProcessName().IsMatch(written))
            return Fail(place, column, $"this is not a variable name: \"{InText.Quote(written)}\"", $"write {{{{$processEnv {written.Trim('%')}}}}} for an environment variable");
        if (written[0] == '%') return Encoded(written[1..].Trim(), place, column);
        return Named(written, place, column);
    }

    /// <summary>The values of the file's variables, to write the file again. Reads every variable, so that mistakes in them are reported.</summary>
    public ImmutableArray<FileVariable> ReadAll(SourcePlace place) =>
        [
            .. _given.Where(g => !_file.Contains(g.Key)).OrderBy(g => g.Key, StringComparer.Ordinal)
                .Select(g => new FileVariable(g.Key, TextTemplate.Of(g.Value), 0)),
            .. _file.SelectMany(group => group).OrderBy(d => d.Line)
                .Select(d => new FileVariable(d.Name, Given(d.Name) ?? ValueOf(d, place, 1), d.Line ?? 0)),
        ];

    private TextTemplate? Given(string name) => _given.TryGetValue(name, out var value) ? TextTemplate.Of(value) : null;

    private ValueSource? Named(string name, SourcePlace place, int column)
    {
        if (Given(name) is { } given) return new VariableValue(name, given, VariableOrigin.File);
        if (_columns.Contains(name)) return new FeedColumn(name);
        if (Nearest(name, _asOf ?? place.Line ?? int.MaxValue) is { } inFile)
        {
            var value = ValueOf(inFile, place, column);
            return _lengths.Use(value) ? new VariableValue(name, value, VariableOrigin.File) : TooMuch(place, column);
        }

        if (_environment.Find(name) is { } entry) return OfEnvironment(name, entry, place, column);
        return _hasUnknownColumns ? new FeedColumn(name) : Unknown(name, place, column);
    }

    private ValueSource? OfEnvironment(string name, EnvironmentEntry entry, SourcePlace place, int column)
    {
        if (entry.Provider is { } provider)
        {
            Fail(place, column, $"the value of \"{InText.Quote(name)}\" is kept by {InText.Quote(provider)}, which Dyno does not read",
                $"put it into an environment variable and write {{{{$processEnv {name}}}}}");
            return null;
        }

        var value = ValueOf(entry.Definition, place, column);
        return _lengths.Use(value) ? new VariableValue(name, value, entry.Origin) : TooMuch(place, column);
    }

    private ValueSource? TooMuch(SourcePlace place, int column) => _said.Add("too much")
        ? Fail(place, column, "this file is far too long after its variables are replaced", "use long values in fewer places, or put them into a file and write < FILE as the body")
        : null;

    private Definition? Nearest(string name, int line)
    {
        Definition? nearest = null;
        foreach (var definition in _file[name])
        {
            if (nearest is not null && definition.Line >= line) break;
            nearest = definition;
        }

        return nearest;
    }

    private TextTemplate ValueOf(Definition definition, SourcePlace place, int column)
    {
        if (definition.Value is { } known) return known;
        if (definition.IsBeingRead)
        {
            Fail(place, column, $"the variable \"{InText.Quote(definition.Name)}\" refers to itself", "give one of the variables a fixed value");
            return TextTemplate.Empty;
        }

        var here = place with { Source = definition.Source ?? place.Source, Line = definition.Line };
        if (_depth > MaxDepth)
        {
            if (_said.Add("too deep")) Fail(here, definition.Column, $"more than {MaxDepth} variables refer to one another in a chain", "give one of them a fixed value");
            return TextTemplate.Empty;
        }

        definition.IsBeingRead = true;
        var inner = At(definition.Source is null ? null : int.MaxValue);
        inner._depth = _depth + 1;
        var value = SlotText.Read(definition.Text, definition.Column, inner, here);
        if (_lengths.Of(value) > ExpandedLength.Longest)
        {
            Fail(here, definition.Column,
                $"the value of \"{InText.Quote(definition.Name)}\" is longer than {ExpandedLength.Longest:N0} characters", "put it into a file and write < FILE as the body");
            value = TextTemplate.Empty;
        }

        definition.IsBeingRead = false;
        return definition.Value = SharedIn(value);
    }

    // A variable has one value in each request, also where the value is generated; {{$guid}} in two places makes two values.
    private static TextTemplate SharedIn(TextTemplate value) => value.Replace(part =>
        [part.Source is GeneratedValue made and not (SharedValue or TokenValue) ? part with { Source = new SharedValue(made) } : part]);

    // {{%name}} of REST Client: the value, percent-encoded.
    private ValueSource? Encoded(string name, SourcePlace place, int column)
    {
        var source = Resolve(name, place, column);
        if (source is not VariableValue variable) return source;
        var value = VariableValue.Flatten(variable.Value);
        return variable with { Value = new TextTemplate(value.Parts.Select(p => p.Source is null ? TextPart.Literal(Uri.EscapeDataString(p.Text)) : p)) };
    }

    private ValueSource? Unknown(string name, SourcePlace place, int column)
    {
        var shown = InText.Quote(name);
        var known = _file.Select(g => g.Key).Concat(_environment.Names).Concat(_columns).ToList();
        if (_environment.EnvironmentsWith(name) is [var one, ..] && !_environment.IsChosen)
            return Fail(place, column, $"the variable \"{shown}\" is defined only in an environment", $"write --http-env {one}");
        return Fail(place, column, $"the variable \"{shown}\" is not known", NearestWord.Find(name, known) is { } meant
            ? $"write {{{{{meant}}}}}"
            : $"write \"@{shown} = value\" above it, or give --var {shown}=VALUE{(_labels.IsEmpty ? "" : ", or {{name.response.body.$.path}} for a value of an answer")}");
    }

    private static ValueSource? Fail(SourcePlace place, int column, string what, string writeInstead)
    {
        place.Problem(what, writeInstead, column);
        return null;
    }

    [GeneratedRegex("^%[A-Za-z_][A-Za-z0-9_]*%$")]
    private static partial Regex ProcessName();
}
