namespace Dyno.Load;

/// <summary>
/// How long a server gave no good answer to looping users. These users send fewer requests while they wait, so only few requests show the
/// outage. The outage is therefore judged by time.
/// </summary>
/// <param name="Seconds">Seconds without a good answer, in pauses of more than 100 ms.</param>
/// <param name="Pauses">Number of these pauses.</param>
/// <param name="OfSeconds">Length of the observed time, in seconds.</param>
public sealed record OutageTime(double Seconds, int Pauses, double OfSeconds)
{
    // With fewer good answers per pause, a pause of 100 ms may be chance or the normal response time.
    private const long FewestAnswersPerPause = 100;
    private const long EdgeNanos = 100_000_000;
    private const long FirstAnswerNanos = 1_000_000_000; // the first answer of a cold server is late without being an outage

    /// <summary>No silence.</summary>
    public static OutageTime None { get; } = new(0, 0, 0);

    /// <summary>The silent share of the observed time, 0 to 1.</summary>
    public double Share => OfSeconds > 0 ? Seconds / OfSeconds : 0;

    // A server that is down is down for every worker, so the worker with the smallest silence decides.
    internal static OutageTime Of(FinishedPhase phase)
    {
        var seen = ImmutableArray.CreateBuilder<OutageTime>();
        foreach (var lane in phase.Lanes)
            if (!lane.Phase.Scheduler.IsOpen && !lane.Plan.Executor.EndsByIterations && Of(lane, phase) is { } silence) seen.Add(silence);
        return seen.MinBy(s => s.Share) ?? None;
    }

    private static OutageTime? Of(Lane lane, FinishedPhase phase)
    {
        var recorder = lane.Recorder;
        if (recorder.GoodAnswers == 0) return null; // NoGoodAnswerRule judges this case
        var end = Math.Min(lane.PlannedEndNanos, phase.StartsEndNanos);
        var window = phase.Sliced?.LoadedNanos ?? end - lane.StartNanos;
        var (silent, pauses) = (recorder.SilentNanos, recorder.Silences);
        foreach (var (edge, limit) in new[] { (recorder.FirstGoodNanos - lane.StartNanos, FirstAnswerNanos), (end - recorder.LastGoodNanos, EdgeNanos) })
            if (edge > limit) (silent, pauses) = (silent + edge, pauses + 1);
        if (window <= 0) return null;
        return pauses * FewestAnswersPerPause > recorder.GoodAnswers ? null : new OutageTime(Math.Min(silent, window) / 1e9, pauses, window / 1e9);
    }
}
