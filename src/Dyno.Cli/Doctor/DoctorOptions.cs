namespace Dyno.Cli;

/// <summary>What <c>dyno doctor</c> was asked to do.</summary>
internal sealed record DoctorOptions
{
    /// <summary>The least severe state of a finding that counts as a failure; null: no finding is a failure.</summary>
    public CheckState? FailsFrom { get; init; }

    /// <summary>Whether the findings are printed as JSON.</summary>
    public bool IsJson { get; init; }

    /// <summary>Whether the generator's ceiling is measured.</summary>
    public bool Calibrates { get; init; }

    /// <summary>Length of a round of the calibration.</summary>
    public TimeSpan Round { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>Worker threads of the calibration; null: as many as a run has by default.</summary>
    public int? Threads { get; init; }
}
