namespace Dyno.Import;

/// <summary>A block of a <c>.bru</c> file: pairs, or a text, or a list of words.</summary>
/// <param name="Name">With its part after the colon: <c>body:json</c>.</param>
/// <param name="Line">The line on which it begins, from 1.</param>
internal sealed record BruBlock(string Name, int Line)
{
    /// <summary>The pairs in order, also those that are switched off.</summary>
    public List<BruPair> Pairs { get; } = [];

    /// <summary>The text, without the indentation of the block; the words of a list, one in a line.</summary>
    public string Text { get; set; } = "";

    /// <summary>The pairs that are switched on.</summary>
    public IEnumerable<BruPair> Enabled => Pairs.Where(p => p.IsEnabled);

    /// <summary>The value of a pair that is switched on; null when there is none.</summary>
    public string? Of(string name) => Pairs.Find(p => p.IsEnabled && p.Name == name)?.Value;

    public SourcePlace In(SourcePlace file) => file with { Line = Line, Column = 1 };
}

/// <summary>A line <c>name: value</c>; with <c>~</c> before the name it is switched off.</summary>
internal sealed record BruPair(string Name, string Value, bool IsEnabled, int Line)
{
    public SourcePlace In(SourcePlace file) => file with { Line = Line, Column = 1 };
}
