namespace Dyno.Http;

/// <summary>The time a request is sent, as seconds since 1970-01-01 UTC.</summary>
/// <param name="Shift">The offset that is added to the time.</param>
public sealed record UnixTimeValue(TimeShift Shift) : GeneratedValue
{
    public override int MaxLength => 20;

    public override int Write(ValueMaker maker, Span<byte> destination)
    {
        var seconds = Shift.From(maker.Time.GetUtcNow()).ToUnixTimeSeconds();
        seconds.TryFormat(destination, out var written, provider: CultureInfo.InvariantCulture);
        return written;
    }
}

/// <summary>The time a request is sent, as a date.</summary>
/// <param name="Format">A .NET format string, used with the invariant culture; it must write no control character.</param>
/// <param name="Shift">The offset that is added to the time.</param>
/// <param name="IsLocal">Whether the date is in the machine's time zone; otherwise UTC.</param>
public sealed record DateTimeValue(string Format, TimeShift Shift, bool IsLocal) : GeneratedValue
{
    // Room for the literals of the format, and for the longest day or month name per letter of the format.
    public override int MaxLength { get; } = 64 + Encoding.UTF8.GetByteCount(Format) * 4;

    public override int Write(ValueMaker maker, Span<byte> destination)
    {
        var now = Shift.From(IsLocal ? maker.Time.GetLocalNow() : maker.Time.GetUtcNow());
        now.TryFormat(destination, out var written, Format, CultureInfo.InvariantCulture);
        return written;
    }
}

/// <summary>An offset in time. Years and months are those of the calendar.</summary>
public readonly record struct TimeShift(int Years, int Months, TimeSpan Rest)
{
    /// <summary>No offset.</summary>
    public static readonly TimeShift None;

    /// <summary>Adds the offset to a time; a result beyond the calendar becomes the first or last time of the calendar.</summary>
    public DateTimeOffset From(DateTimeOffset time)
    {
        if (this == None) return time;
        var months = Math.Clamp(Years * 12L + Months, -120_000, 120_000);
        try
        {
            return time.AddMonths((int)months) + Rest;
        }
        catch (ArgumentOutOfRangeException)
        {
            return months < 0 || Rest < TimeSpan.Zero ? DateTimeOffset.MinValue : DateTimeOffset.MaxValue;
        }
    }
}
