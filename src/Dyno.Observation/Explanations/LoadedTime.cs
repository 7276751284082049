using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>
/// The share of the observed time in which a server was loaded. A variant of a duet round is observed in every second of the round
/// and loaded in its own slices only, so a rule that counts seconds expects its symptom in the loaded share alone.
/// </summary>
internal static class LoadedTime
{
    /// <summary>The share, above 0 up to 1; 1 of a run that had the machine for itself.</summary>
    public static double ShareOf(RunResult run)
    {
        if (run.Duet is not { Slices: { IsDefaultOrEmpty: false } slices }) return 1;
        var round = RoundOf(run.Duet);
        return round > 0 ? Math.Clamp(slices.Sum(slice => slice.Length) / round, 1.0 / slices.Length, 1) : 1;
    }

    /// <summary>CPU time of the server over all that was observed, in seconds: of a variant in slices, what it used while others were loaded, too.</summary>
    public static double CpuSeconds(RunResult run, ServerObservation server) =>
        run.Duet is { IdleCpuShare: { } idle, Slices: { IsDefaultOrEmpty: false } slices }
            ? server.CpuSeconds + idle * Math.Max(0, RoundOf(run.Duet) - slices.Sum(slice => slice.Length))
            : server.CpuSeconds;

    /// <summary>The words that stand behind a share of the seconds; empty for a run that had the machine for itself.</summary>
    public static string Words(RunResult run) => ShareOf(run) is < 1 and var share ? $" while it was loaded, {Evidence.Percent(share)} of the round" : "";

    private static double RoundOf(DuetRecord duet) => duet.Slices.Max(slice => slice.Seconds + slice.Length);
}
