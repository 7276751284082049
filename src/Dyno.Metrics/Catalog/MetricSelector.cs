namespace Dyno.Metrics;

/// <summary>
/// A metric, or the part of it whose samples carry all the given tags: <c>http_req_duration{name:hello,status:200}</c>.
/// Equal when name and tags are equal, in whatever order the tags were written.
/// </summary>
public sealed class MetricSelector : IEquatable<MetricSelector>
{
    private readonly string _text;
    private readonly KeyValuePair<string, string>[] _tags; // an array, because it is iterated for every sample

    /// <summary>Creates a selector.</summary>
    /// <param name="tags">Tags that must all be equal; null or empty for the whole metric.</param>
    public MetricSelector(string name, IEnumerable<KeyValuePair<string, string>>? tags = null)
    {
        Name = name;
        Tags = tags is null
            ? ImmutableSortedDictionary.Create<string, string>(StringComparer.Ordinal)
            : ImmutableSortedDictionary.CreateRange(StringComparer.Ordinal, tags);
        _tags = [.. Tags];
        _text = Tags.IsEmpty ? name : $"{name}{{{string.Join(',', Tags.Select(tag => $"{tag.Key}:{MetricSelectorSyntax.Written(tag.Value)}"))}}}";
        AsWritten = _text;
    }

    public string Name { get; }

    /// <summary>Tags that must all be equal; empty for the whole metric.</summary>
    public ImmutableSortedDictionary<string, string> Tags { get; }

    /// <summary>
    /// The selector as its author wrote it, with the tags in the same order and quotes; k6 gives the part this name. Selectors that differ
    /// only in this text are equal.
    /// </summary>
    public string AsWritten { get; internal init; }

    /// <summary>Reads <c>name</c> or <c>name{tag:value,tag2:value2}</c>; spaces and quotes around tags and values are
    /// dropped, commas inside quotes belong to the value, and a later duplicate of a tag wins.</summary>
    /// <param name="selector">The selector; null when the text is wrong.</param>
    /// <param name="error">What is wrong and what to write; null when nothing is.</param>
    public static bool TryParse(
        string text, [NotNullWhen(true)] out MetricSelector? selector, [NotNullWhen(false)] out string? error)
    {
        (selector, error) = MetricSelectorSyntax.Parse(text.Trim());
        return selector is not null;
    }

    /// <summary>Whether a sample with these tags belongs to the selected part.</summary>
    public bool Matches(IReadOnlyDictionary<string, string> tags)
    {
        foreach (var (tag, value) in _tags)
            if (!tags.TryGetValue(tag, out var actual) || actual != value) return false;
        return true;
    }

    public bool Equals(MetricSelector? other) =>
        other is not null && _text == other._text && Tags.SequenceEqual(other.Tags);

    public override bool Equals(object? obj) => Equals(obj as MetricSelector);

    public override int GetHashCode() => _text.GetHashCode(StringComparison.Ordinal);

    /// <summary>The name, with <c>{tag:value}</c> for a part; tags in order.</summary>
    public override string ToString() => _text;
}
