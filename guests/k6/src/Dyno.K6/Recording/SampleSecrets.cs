namespace Dyno.K6;

/// <summary>
/// Masks secrets in the names of samples, steps and checks where these names begin: the summary, the metrics, thresholds and every
/// <c>--out</c> use the masked names. The same texts recur, so masked texts are kept, up to a bound. Thread-safe.
/// </summary>
internal static class SampleSecrets
{
    private const int Most = 10_000;
    private static readonly ConcurrentDictionary<string, string> Known = new(StringComparer.Ordinal);

    public static string Mask(string text)
    {
        if (Known.TryGetValue(text, out var masked)) return masked;
        masked = Redaction.Text(text);
        if (Known.Count < Most) Known[text] = masked == text ? text : masked;
        return masked;
    }

    /// <summary>The selector that selects the same samples after masking.</summary>
    public static MetricSelector Mask(MetricSelector selector) => selector.Tags.All(tag => Redaction.Text(tag.Value) == tag.Value)
        ? selector
        : new MetricSelector(selector.Name, selector.Tags.Select(tag => KeyValuePair.Create(tag.Key, Redaction.Text(tag.Value))));
}
