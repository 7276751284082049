namespace Dyno.Cli.Doctor;

/// <summary>What this machine's generator can do at all, as measured once.</summary>
internal sealed record Calibration
{
    /// <summary>The machine's name and its CPUs: a copied home folder must not bring another machine's ceiling.</summary>
    public required string Machine { get; init; }

    /// <summary>Worker threads it was measured with; it holds for runs with as many.</summary>
    public required int Workers { get; init; }

    /// <summary>The best of several rounds.</summary>
    public required double RequestsPerSecond { get; init; }

    /// <summary>CPU of the generator per request in that round, in µs.</summary>
    public required double CpuMicrosPerRequest { get; init; }

    /// <summary>CPUs of the generator, as a list; null when it was not pinned.</summary>
    public string? GeneratorCpus { get; init; }

    /// <summary>When (UTC).</summary>
    public required DateTimeOffset MeasuredAt { get; init; }

    /// <summary>The Dyno that measured it.</summary>
    public required string Version { get; init; }
}
