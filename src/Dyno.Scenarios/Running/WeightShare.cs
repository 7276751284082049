namespace Dyno.Scenarios;

/// <summary>
/// One scenario's part of a load that several scenarios share by weight: the sum of the weights before its own, its own weight, and
/// the sum of all.
/// </summary>
internal readonly record struct WeightShare(long Below, long Own, long Sum)
{
    public static WeightShare Whole { get; } = new(0, 1, 1);

    /// <summary>The part of a quantity that can be divided.</summary>
    public double Exactly(double whole) => Own == Sum ? whole : whole * Own / Sum;

    /// <summary>The part of a whole number; the parts of all scenarios add up to the whole number.</summary>
    public int Of(int whole) => (int)(whole * (Below + Own) / Sum - whole * Below / Sum);
}
