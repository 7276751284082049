namespace Dyno.Load;

/// <summary>How the starts of an open model are distributed around their rate.</summary>
public enum ArrivalPattern
{
    /// <summary>Each start is due exactly when the rate says.</summary>
    Uniform,

    /// <summary>Starts are due at random and independent of each other, like those of many users: a Poisson process drawn from the plan's seed.</summary>
    Poisson,
}

internal static class ArrivalPatternNames
{
    public static string Text(this ArrivalPattern pattern) => pattern == ArrivalPattern.Poisson ? "poisson" : "uniform";
}
