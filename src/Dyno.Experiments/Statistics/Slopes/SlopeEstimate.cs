namespace Dyno.Experiments;

/// <summary>A slope with its interval, in units of the values per unit of time.</summary>
/// <param name="Lower">Lower end of the interval; negative infinity when the points give none.</param>
/// <param name="Upper">Upper end; positive infinity when the points give none.</param>
/// <param name="Intercept">The line's value at time 0.</param>
internal readonly record struct SlopeEstimate(double Slope, double Lower, double Upper, double Intercept)
{
    /// <summary>The line's value at a time.</summary>
    public double At(double time) => Intercept + Slope * time;
}
