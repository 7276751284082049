namespace Dyno.Cli;

/// <summary>The measured limit of this machine's load generator.</summary>
internal sealed record Calibration
{
    /// <summary>The machine's name and its CPUs: a copied home folder must not bring another machine's ceiling.</summary>
    public required string Machine { get; init; }

    /// <summary>Number of worker threads in the calibration. The calibration is valid for runs with the same number.</summary>
    public required int Workers { get; init; }

    /// <summary>Requests per second of the best of several rounds.</summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>CPU time of the generator per request in that round, in µs.</summary>
    public required double CpuMicrosPerRequest { get; init; }

    /// <summary>CPUs of the generator, as a list; null when it was not pinned.</summary>
    public string? GeneratorCpus { get; init; }

    /// <summary>Start of that round (UTC).</summary>
    public required DateTimeOffset MeasuredAt { get; init; }

    /// <summary>Version of the Dyno that measured.</summary>
    public required string Version { get; init; }
}
