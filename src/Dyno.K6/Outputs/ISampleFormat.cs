using System.Buffers;
using System.Collections.Immutable;
using Dyno.Metrics.Catalog;

namespace Dyno.K6.Outputs;

/// <summary>How samples are written. Called under a lock, by one thread at a time.</summary>
internal interface ISampleFormat
{
    /// <summary>What stands before the first sample.</summary>
    void Begin(IBufferWriter<byte> output);

    /// <summary>One sample.</summary>
    /// <param name="output">Takes it.</param>
    /// <param name="metric">What was measured.</param>
    /// <param name="value">The value, times in milliseconds.</param>
    /// <param name="unixNanos">When, in nanoseconds since 1970 (UTC).</param>
    /// <param name="tags">Its tags.</param>
    void Write(IBufferWriter<byte> output, MetricDefinition metric, double value, long unixNanos, ImmutableSortedDictionary<string, string> tags);
}
