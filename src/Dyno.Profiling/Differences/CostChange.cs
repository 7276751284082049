namespace Dyno.Profiling;

/// <summary>How the cost of one key differs, in microseconds of CPU time per request.</summary>
/// <param name="Key">The owner, or the owner and its call.</param>
/// <param name="Probability">That of a difference at least as large where there is none.</param>
/// <param name="Q">The share of false alarms when this one and all more certain ones are listed (Benjamini and Hochberg).</param>
internal sealed record CostChange(string Key, double Before, double Difference, double Error, double Freedom, double Probability, double Q)
{
    private const double AllowedFalse = 0.05;

    /// <summary>Whether the difference is beyond noise, so that it explains something.</summary>
    public bool IsCertain => Q <= AllowedFalse;

    /// <summary>Half the width of the 95 % interval.</summary>
    public double Half => StudentTest.Factor(Freedom) * Error;
}
