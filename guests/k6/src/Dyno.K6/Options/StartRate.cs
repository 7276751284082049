namespace Dyno.K6;

/// <summary>How many starts a second the scenarios of a run ask for.</summary>
internal static class StartRate
{
    /// <summary>
    /// From this many starts a second of one scenario on, some starts are dropped while code is compiled; below, a start is rarely due
    /// during compilation.
    /// </summary>
    public const double High = 1_000;

    /// <summary>Whether a scenario asks for at least <see cref="High"/> starts a second.</summary>
    public static bool IsHigh(K6Options options) => Highest(options) >= High;

    /// <summary>The highest rate that a scenario asks of this run's segment, in starts a second; 0 when no scenario has a rate.</summary>
    public static double Highest(K6Options options) =>
        options.Scenarios.Select(s => s.Executor.PeakRate).DefaultIfEmpty(0).Max() * options.Segment.Stripe.PerCycle / options.Segment.Stripe.Cycle;
}
