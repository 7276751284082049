namespace Dyno.K6;

/// <summary>Takes every sample of a run as it is made. Thread-safe.</summary>
internal interface ISampleSink
{
    /// <summary>Takes one sample.</summary>
    /// <param name="value">The value, times in milliseconds.</param>
    /// <param name="nanos">Time of the sample, in nanoseconds on the run's clock.</param>
    void Add(MetricDefinition metric, double value, long nanos, ImmutableSortedDictionary<string, string> tags);
}
