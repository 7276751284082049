namespace Dyno.Observation;

/// <summary>One value of one series, as a server sent it.</summary>
/// <param name="Name">The name of the metric, in the spelling of its sender: <c>dotnet.gc.pause.time</c>, <c>dotnet_gc_pause_time_seconds_total</c>.</param>
/// <param name="Series">What tells the series of a metric apart; opaque.</param>
/// <param name="Value">The value; any number, also none (NaN).</param>
internal readonly record struct MetricSample(string Name, string Series, double Value)
{
    /// <summary>The unit that came beside the name, by UCUM: <c>s</c>, <c>ns</c>, <c>By</c>; empty for none.</summary>
    public string Unit { get; init; } = "";

    /// <summary>The generation of the heap to which the value belongs: <c>gen0</c>, <c>loh</c>, <c>2</c>; empty for none.</summary>
    public string Generation { get; init; } = "";

    /// <summary>When the sender took the value, in milliseconds since 1970; null when it did not say.</summary>
    public long? AtMillis { get; init; }

    /// <summary>Whether the value is what came since the value before, and not a total.</summary>
    public bool IsChange { get; init; }
}
