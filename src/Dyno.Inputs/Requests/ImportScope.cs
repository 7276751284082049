using System.Collections.Immutable;
using System.Text.RegularExpressions;
using Dyno.Http.Templates;
using Dyno.Inputs.Text;
using Dyno.Results.Problems;

namespace Dyno.Inputs.Requests;

/// <summary>
/// The meaning of <c>{{names}}</c> in a file of another tool: <c>--var</c> first, then a column of the data feed, then the file's own
/// variables. A name without a value becomes a variable that waits for one.
/// </summary>
internal sealed partial class ImportScope
{
    private const int MaxDepth = 16;

    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);
    private readonly Dictionary<string, VariableValue> _read = new(StringComparer.Ordinal);
    private readonly HashSet<string> _given = new(StringComparer.Ordinal);
    private readonly List<string> _used = [];
    private readonly ImmutableArray<string> _columns;
    private readonly Func<string, TextPart?> _dynamic;
    private readonly bool _emptyIsValue;
    private readonly ExpandedLength _lengths = new();
    private readonly SourcePlace _file;
    private bool _isTooMuchSaid;

    /// <param name="context">The command line with its <c>--var</c>, and the columns.</param>
    /// <param name="dynamic">The values that the tool makes anew for each request (<c>$guid</c>), by name.</param>
    /// <param name="emptyIsValue">Whether a variable with an empty text has this text as its value; otherwise it waits for a value.</param>
    public ImportScope(InputContext context, Func<string, TextPart?>? dynamic = null, bool emptyIsValue = false)
    {
        (_columns, _dynamic, _emptyIsValue) = (context.Columns, dynamic ?? (static _ => null), emptyIsValue);
        _file = TextPosition.Start.In(context.Place);
        foreach (var (name, value) in GivenVariables.Read(context.Request.Variables, context.Problems))
        {
            _given.Add(name);
            _values[name] = value;
        }
    }

    /// <summary>Whether the command line gives a value.</summary>
    public bool IsGiven(string name) => _given.Contains(name);

    /// <summary>Sets a variable of the file, unless the command line has set it.</summary>
    public void Set(string name, string value)
    {
        if (!_given.Contains(name)) _values[name] = value;
    }

    /// <summary>The text with its slots.</summary>
    public TextTemplate Read(string text) => Read(text, 0);

    /// <summary>A slot for a variable by name.</summary>
    public TextPart Slot(string name) => Part(name, 0);

    /// <summary>
    /// Puts variables into a text first and then encodes the text, as some tools do: a variable that the encoding changes is written out,
    /// and the others stay slots.
    /// </summary>
    /// <param name="text">The text with its slots.</param>
    /// <param name="encode">The encoding of literal text.</param>
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
    public ImmutableArray<FileVariable> Used => [.. _used.Select(name => new FileVariable(name, _read[name].Value, 0))];

    private TextTemplate Read(string text, int depth)
    {
        if (!text.Contains("{{", StringComparison.Ordinal)) return TextTemplate.Of(text);
        var parts = new List<TextPart>();
        var from = 0;
        foreach (Match slot in Name().Matches(text))
        {
            parts.Add(TextPart.Literal(text[from..slot.Index]));
            parts.Add(Part(slot.Groups[1].Value.Trim(), depth));
            from = slot.Index + slot.Length;
        }

        parts.Add(TextPart.Literal(text[from..]));
        return new TextTemplate(parts);
    }

    private TextPart Part(string name, int depth)
    {
        if (_dynamic(name) is { } dynamic) return dynamic;
        if (_columns.Contains(name) && !_given.Contains(name)) return TextPart.Slot(name, new FeedColumn(name));
        var written = GivenVariables.AsDefined(name); // $randomColor and similar names also wait for a value
        if (!_read.TryGetValue(written, out var known))
        {
            known = ValueOf(name, written, depth);
            if (_read.TryAdd(written, known)) _used.Add(written);
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

    [GeneratedRegex(@"\{\{([^{}]{1,200})\}\}")]
    private static partial Regex Name();
}
