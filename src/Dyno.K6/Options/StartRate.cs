namespace Dyno.K6.Options;

/// <summary>How many starts a second the scenarios of a run ask for.</summary>
internal static class StartRate
{
    /// <summary>From so many of one scenario on, cold code drops some: below, a start is rarely due while something compiles.</summary>
    public const double High = 1_000;

    /// <summary>Whether a scenario asks for so many.</summary>
    public static bool IsHigh(K6Options options) => Highest(options) >= High;

    /// <summary>The highest that a scenario asks of this run's segment; 0 when none has a rate.</summary>
    public static double Highest(K6Options options) =>
        options.Scenarios.Select(s => s.Executor.PeakRate).DefaultIfEmpty(0).Max() * options.Segment.Stripe.PerCycle / options.Segment.Stripe.Cycle;
}
