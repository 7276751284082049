namespace Dyno.Observation;

/// <summary>
/// The share of the observed time in which a server was loaded. In a duet round a variant is observed in every second, but loaded only in
/// its own slices. A rule that counts seconds therefore expects its symptom only in the loaded share.
/// </summary>
internal static class LoadedTime
{
    /// <summary>The share, above 0 up to 1; 1 for a run that had the machine for itself.</summary>
    public static double ShareOf(RunResult run)
    {
        if (run.Duet is not { Slices: { IsDefaultOrEmpty: false } slices }) return 1;
        var round = RoundOf(run.Duet);
        return round > 0 ? Math.Clamp(slices.Sum(slice => slice.Length) / round, 1.0 / slices.Length, 1) : 1;
    }

    /// <summary>
    /// CPU time of the server over the whole observed time, in seconds. For a variant in slices it includes the CPU time used while other
    /// variants were loaded.
    /// </summary>
    public static double CpuSeconds(RunResult run, ServerObservation server) =>
        run.Duet is { IdleCpuShare: { } idle, Slices: { IsDefaultOrEmpty: false } slices }
            ? server.CpuSeconds + idle * Math.Max(0, RoundOf(run.Duet) - slices.Sum(slice => slice.Length))
            : server.CpuSeconds;

    /// <summary>The observed time in seconds: the measurement, or the round of a variant that was measured in slices.</summary>
    public static double ObservedSeconds(RunResult run) =>
        run.Duet is { Slices.IsDefaultOrEmpty: false } duet ? RoundOf(duet) : run.Measured.DurationSeconds;

    /// <summary>The words after a share of the seconds; empty for a run that had the machine for itself.</summary>
    public static string Words(RunResult run) => ShareOf(run) is < 1 and var share ? $" while it was loaded, {Evidence.Percent(share)} of the round" : "";

    private static double RoundOf(DuetRecord duet) => duet.Slices.Max(slice => slice.Seconds + slice.Length);
}
