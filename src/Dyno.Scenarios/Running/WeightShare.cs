namespace Dyno.Scenarios.Running;

/// <summary>One scenario's part of a load that several share by weight: the weights below it and its own, of a sum.</summary>
internal readonly record struct WeightShare(long Below, long Own, long Sum)
{
    public static WeightShare Whole { get; } = new(0, 1, 1);

    /// <summary>The part of something that can be divided.</summary>
    public double Exactly(double whole) => Own == Sum ? whole : whole * Own / Sum;

    /// <summary>The part of whole things: the parts of all scenarios add up to the whole.</summary>
    public int Of(int whole) => (int)(whole * (Below + Own) / Sum - whole * Below / Sum);
}
