namespace Dyno.Load.Executors;

/// <summary>How the starts of an open model lie around their rate.</summary>
public enum ArrivalPattern
{
    /// <summary>Each exactly when the rate says.</summary>
    Uniform,

    /// <summary>
    /// At random and independent of each other, as from many users: a Poisson process from the plan's seed.
    /// </summary>
    Poisson,
}

internal static class ArrivalPatternNames
{
    public static string Text(this ArrivalPattern pattern) => pattern == ArrivalPattern.Poisson ? "poisson" : "uniform";
}
