using Dyno.Http.Templates;

namespace Dyno.Inputs.Requests;

/// <summary>
/// How long texts become with their variables put in, told without putting them in: ten lines of variables that name each
/// other ten times are ten billion pieces, also when each is empty.
/// </summary>
internal sealed class ExpandedLength
{
    /// <summary>The most of one variable.</summary>
    public const long Longest = 1_000_000;

    /// <summary>The most of all places of a file together.</summary>
    private const long MostOfAll = 128_000_000;

    private const int PerPart = 16; // a piece without a character costs memory as well

    private readonly Dictionary<TextTemplate, long> _known = new(ReferenceEqualityComparer.Instance);
    private long _used;

    /// <summary>Characters of a value, each piece counted as some.</summary>
    public long Of(TextTemplate value)
    {
        if (_known.TryGetValue(value, out var known)) return known;
        var length = 0L;
        foreach (var part in value.Parts)
            length += PerPart + (part.Source is VariableValue variable ? Of(variable.Value) : part.Text.Length);
        return _known[value] = length;
    }

    /// <summary>Counts a place where a value is put in; false when there are too many.</summary>
    public bool Use(TextTemplate value) => (_used += Of(value)) <= MostOfAll;
}
