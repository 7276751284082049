namespace Dyno.Inputs;

/// <summary>
/// The meaning of <c>{{names}}</c> in a file of another tool: <c>--var</c> first, then a column of the data feed, then the file's own
/// variables. A name without a value becomes a variable that waits for one.
/// </summary>
internal sealed class ImportScope
{
    private const int MaxDepth = 16;

    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);
    private readonly Dictionary<string, VariableValue> _read = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _given = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _ofFile = new(StringComparer.Ordinal);
    private readonly HashSet<(string Name, string Value)> _isUsed = [];
    private readonly List<FileVariable> _used = [];
    private bool _hasOwn;
    private ImmutableArray<string> _columns;
    private readonly Func<string, TextPart?> _dynamic;
    private readonly SlotSyntax _syntax;
    private readonly bool _emptyIsValue;
    private readonly ExpandedLength _lengths = new();
    private readonly SourcePlace _file;
    private bool _isTooMuchSaid;

    /// <param name="context">The command line with its <c>--var</c>, and the columns.</param>
    /// <param name="dynamic">The values that the tool makes anew for each request (<c>$guid</c>), by name.</param>
    /// <param name="emptyIsValue">Whether a variable with an empty text has this text as its value; otherwise it waits for a value.</param>
    /// <param name="syntax">How the tool writes a slot; null: <c>{{name}}</c>.</param>
    public ImportScope(InputContext context, Func<string, TextPart?>? dynamic = null, bool emptyIsValue = false, SlotSyntax? syntax = null)
    {
        (_columns, _dynamic, _emptyIsValue, _syntax) = (context.Columns, dynamic ?? (static _ => null), emptyIsValue, syntax ?? SlotSyntax.Braces);
        _file = TextPosition.Start.In(context.Place);
        foreach (var (name, value) in GivenVariables.Read(context.Request.Variables, context.Problems))
        {
            _values[name] = _given[name] = value;
        }
    }

    /// <summary>Whether the command line gives a value.</summary>
    public bool IsGiven(string name) => _given.ContainsKey(name);

    /// <summary>Sets a variable of the file, unless the command line has set it.</summary>
    public void Set(string name, string value)
    {
        if (!_given.ContainsKey(name)) _values[name] = _ofFile[name] = value;
    }

    /// <summary>
    /// Begins a part of the file with variables of its own, which win over those of the file until the next part begins. Empty: the part
    /// has none.
    /// </summary>
    public void Enter(IReadOnlyDictionary<string, string> own)
    {
        if (own.Count == 0 && !_hasOwn) return;
        _hasOwn = own.Count > 0;
        _read.Clear();
        _values.Clear();
        foreach (var (name, value) in _ofFile.Concat(own).Concat(_given)) _values[name] = value;
    }

    /// <summary>Adds columns of a data file that the input itself names.</summary>
    public void AddColumns(ImmutableArray<string> columns) => _columns = [.. _columns, .. columns];

    public bool HasSlots(string text) => _syntax.Split(text).Any(p => p.Name is not null);

    public TextTemplate Read(string text) => Read(text, 0);

    /// <summary>The text with its variables put in; null when a part of it is known only while the load runs, or has no value.</summary>
    public string? ReadKnown(string text)
    {
        var read = Read(text);
        var flat = VariableValue.Flatten(read);
        return flat.IsLiteral && !VariableValue.AllIn([read]).Any(v => v.Origin == VariableOrigin.Unset) ? flat.Written : null;
    }

    public TextPart Slot(string name) => Part(name, 0);

    /// <summary>
    /// Puts variables into a text first and then encodes the text, as some tools do: a variable that the encoding changes is written out,
    /// and the others stay slots.
    /// </summary>
    /// <param name="slot">How to write a variable that the encoding changes; null: as its encoded text.</param>
    public TextTemplate ReadEncoded(string text, Func<string, string> encode, Func<string, string>? slot = null) =>
        new(Read(text).Parts.Select(part => Encoded(part, encode, slot)));

    /// <summary>Encodes one piece; see <see cref="ReadEncoded"/>.</summary>
    public static TextPart Encoded(TextPart part, Func<string, string> encode, Func<string, string>? slot)
    {
        if (part.Source is null) return TextPart.Literal(encode(part.Text));
        if (part.Source is not VariableValue { Origin: not VariableOrigin.Unset } variable) return part;
        var value = VariableValue.Flatten(variable.Value);
        if (!value.IsLiteral || encode(value.Written) == value.Written) return part;
        var encoded = TextTemplate.Of(encode(value.Written));
        return slot is null ? TextPart.Literal(encoded.Written) : TextPart.Slot(slot(part.Text), variable with { Value = encoded });
    }

    /// <summary>The variables that were used, in the order of their first use; a variable comes after those in its value.</summary>
    public ImmutableArray<FileVariable> Used => [.. _used];

    private TextTemplate Read(string text, int depth)
    {
        if (!text.Contains(_syntax.Start, StringComparison.Ordinal)) return TextTemplate.Of(text);
        return new TextTemplate(_syntax.Split(text).Select(p => p.Name is null ? TextPart.Literal(p.Literal) : Part(p.Name, depth)));
    }

    private TextPart Part(string name, int depth)
    {
        if (_dynamic(name) is { } dynamic) return dynamic;
        if (_columns.Contains(name) && !_given.ContainsKey(name)) return TextPart.Slot(name, new FeedColumn(name));
        var written = GivenVariables.AsDefined(name); // $randomColor and similar names also wait for a value
        if (!_read.TryGetValue(written, out var known))
        {
            known = ValueOf(name, written, depth);
            if (_read.TryAdd(written, known) && _isUsed.Add((written, known.Value.Written))) _used.Add(new FileVariable(written, known.Value, 0));
        }

        if (_lengths.Use(known.Value)) return TextPart.Slot(written, known);
        if (!_isTooMuchSaid) _file.Problem("this file is far too long after its variables are replaced", "use long values in fewer places");
        _isTooMuchSaid = true;
        return TextPart.Literal("");
    }

    private VariableValue ValueOf(string name, string written, int depth)
    {
        if (depth >= MaxDepth || !_values.TryGetValue(name, out var text) || (text.Length == 0 && !_emptyIsValue))
            return new VariableValue(written, TextTemplate.Empty, VariableOrigin.Unset);
        _values.Remove(name); // a variable that uses itself has no value
        var value = Read(text.Trim().ReplaceLineEndings(" "), depth + 1);
        if (_lengths.Of(value) <= ExpandedLength.Longest) return new VariableValue(written, value, VariableOrigin.File);
        _file.Problem($"the value of \"{InText.Quote(written)}\" is longer than {ExpandedLength.Longest:N0} characters", "write a shorter one");
        return new VariableValue(written, TextTemplate.Empty, VariableOrigin.File);
    }
}
