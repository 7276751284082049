using System.Buffers;
using System.Collections.Immutable;
using Dyno.Metrics.Catalog;

namespace Dyno.K6.Outputs;

/// <summary>How samples are written. Called under a lock, by one thread at a time.</summary>
internal interface ISampleFormat
{
    /// <summary>Writes what stands before the first sample.</summary>
    void Begin(IBufferWriter<byte> output);

    /// <summary>Writes one sample.</summary>
    /// <param name="output">Takes the bytes.</param>
    /// <param name="metric">What was measured.</param>
    /// <param name="value">The value, times in milliseconds.</param>
    /// <param name="unixNanos">Time of the sample, in nanoseconds since 1970 (UTC).</param>
    /// <param name="tags">Its tags.</param>
    void Write(IBufferWriter<byte> output, MetricDefinition metric, double value, long unixNanos, ImmutableSortedDictionary<string, string> tags);
}
