namespace Dyno.Http;

/// <summary>A random whole number.</summary>
/// <param name="Max">Upper bound, exclusive; above <paramref name="Min"/>.</param>
public sealed record RandomIntegerValue(long Min, long Max) : GeneratedValue
{
    public override int MaxLength => 20;

    public override int Write(ValueMaker maker, Span<byte> destination)
    {
        maker.Random.NextInt64(Min, Max).TryFormat(destination, out var written, provider: CultureInfo.InvariantCulture);
        return written;
    }
}

/// <summary>A random number with a fraction.</summary>
/// <param name="Max">Upper bound, exclusive; above <paramref name="Min"/>.</param>
public sealed record RandomFloatValue(double Min, double Max) : GeneratedValue
{
    public override int MaxLength => 32;

    public override int Write(ValueMaker maker, Span<byte> destination)
    {
        var value = Min + maker.Random.NextDouble() * (Max - Min);
        value.TryFormat(destination, out var written, "G9", CultureInfo.InvariantCulture);
        return written;
    }
}
