namespace Dyno.Inputs;

/// <summary>
/// The length of texts with their variables put in, computed without putting them in: ten variables, each with the previous one ten times
/// in its value, are ten billion pieces, even if each piece is empty.
/// </summary>
internal sealed class ExpandedLength
{
    /// <summary>The most characters of one variable.</summary>
    public const long Longest = 1_000_000;

    /// <summary>The most characters of all uses in a file together.</summary>
    private const long MostOfAll = 128_000_000;

    private const int PerPart = 16; // characters that each piece counts in addition, because an empty piece costs memory, too

    private readonly Dictionary<TextTemplate, long> _known = new(ReferenceEqualityComparer.Instance);
    private long _used;

    /// <summary>The characters of a value; each piece counts some in addition.</summary>
    public long Of(TextTemplate value)
    {
        if (_known.TryGetValue(value, out var known)) return known;
        var length = 0L;
        foreach (var part in value.Parts)
            length += PerPart + (part.Source is VariableValue variable ? Of(variable.Value) : part.Text.Length);
        return _known[value] = length;
    }

    /// <summary>Counts one use of a value; false when all uses together are too long.</summary>
    public bool Use(TextTemplate value) => (_used += Of(value)) <= MostOfAll;
}
