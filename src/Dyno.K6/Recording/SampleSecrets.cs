using System.Collections.Concurrent;
using Dyno.Metrics.Catalog;
using Dyno.Results;

namespace Dyno.K6.Recording;

/// <summary>
/// Masks what samples, steps and checks are called, where it begins: the summary, the metrics, thresholds and every <c>--out</c> start
/// from there. Texts come back again and again, so what was found is kept, up to a bound. Thread-safe.
/// </summary>
internal static class SampleSecrets
{
    private const int Most = 10_000;
    private static readonly ConcurrentDictionary<string, string> Known = new(StringComparer.Ordinal);

    /// <summary>The text without a secret.</summary>
    public static string Mask(string text)
    {
        if (Known.TryGetValue(text, out var masked)) return masked;
        masked = Redaction.Text(text);
        if (Known.Count < Most) Known[text] = masked == text ? text : masked;
        return masked;
    }

    /// <summary>A selector as it selects what was masked.</summary>
    public static MetricSelector Mask(MetricSelector selector) => selector.Tags.All(tag => Redaction.Text(tag.Value) == tag.Value)
        ? selector
        : new MetricSelector(selector.Name, selector.Tags.Select(tag => KeyValuePair.Create(tag.Key, Redaction.Text(tag.Value))));
}
