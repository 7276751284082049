namespace Dyno.Http;

/// <summary>Several values behind one another, such as a first name, a blank and a last name.</summary>
/// <param name="Parts">At least one value, in order.</param>
public sealed record ComposedValue(ImmutableArray<GeneratedValue> Parts) : GeneratedValue
{
    public override int MaxLength { get; } = Parts.Sum(p => p.MaxLength);

    public override int Write(ValueMaker maker, Span<byte> destination)
    {
        var written = 0;
        foreach (var part in Parts) written += part.Write(maker, destination[written..]);
        return written;
    }
}

/// <summary>One of several texts, each as likely as the others.</summary>
public sealed record ChosenTextValue : GeneratedValue
{
    private readonly byte[][] _texts;

    /// <summary>Creates the value.</summary>
    /// <param name="texts">At least one text.</param>
    public ChosenTextValue(IEnumerable<string> texts)
    {
        _texts = [.. texts.Select(Encoding.UTF8.GetBytes)];
        MaxLength = _texts.Max(t => t.Length);
    }

    public override int MaxLength { get; }

    public override int Write(ValueMaker maker, Span<byte> destination)
    {
        var text = _texts[_texts.Length == 1 ? 0 : maker.Random.Next(_texts.Length)];
        text.CopyTo(destination);
        return text.Length;
    }
}

/// <summary>A random time around the moment in which a request is sent, UTC.</summary>
/// <param name="From">The earliest time, as an offset.</param>
/// <param name="To">The latest time, as an offset; after <paramref name="From"/>.</param>
/// <param name="Format">A .NET format string, used with the invariant culture; its letters are ASCII.</param>
public sealed record RandomDateValue(TimeSpan From, TimeSpan To, string Format) : GeneratedValue
{
    public override int MaxLength { get; } = 64 + Format.Length * 4;

    public override int Write(ValueMaker maker, Span<byte> destination)
    {
        var time = maker.Time.GetUtcNow() + From + (To - From) * maker.Random.NextDouble();
        time.TryFormat(destination, out var written, Format, CultureInfo.InvariantCulture);
        return written;
    }
}
