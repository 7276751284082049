namespace Dyno.Subjects;

/// <summary>
/// Masks what must not be written to a file: secrets that <see cref="Redaction"/> recognises by their form, and the values of the subject's
/// secret variables wherever the program repeats them.
/// </summary>
internal sealed class SubjectSecrets
{
    private const int ShortestValue = 4;

    private readonly ImmutableArray<string> _values;

    public SubjectSecrets(IEnumerable<KeyValuePair<string, string>> environment) => _values =
    [
        // Output is masked line by line, so each line of a value with several lines is its own secret.
        .. environment.Where(entry => Redaction.IsSecretName(entry.Key))
            .SelectMany(entry => entry.Value.Split('\n', StringSplitOptions.TrimEntries))
            .Where(value => value.Length >= ShortestValue)
            .OrderByDescending(value => value.Length),
    ];

    public string Mask(string text) =>
        Redaction.Text(_values.Aggregate(text, (masked, value) => masked.Replace(value, Redaction.Mask, StringComparison.Ordinal)));

    public ImmutableArray<string> Mask(ImmutableArray<string> lines) => [.. lines.Select(Mask)];

    public ImmutableSortedDictionary<string, string> Mask(IEnumerable<KeyValuePair<string, string>> environment) =>
        environment.ToImmutableSortedDictionary(entry => entry.Key, entry => Mask(Redaction.Value(entry.Key, entry.Value)),
            StringComparer.Ordinal);
}
