namespace Dyno.Http;

/// <summary>The time a request is sent, as milliseconds since 1970-01-01 UTC.</summary>
public sealed record UnixMillisecondsValue : GeneratedValue
{
    public override int MaxLength => 20;

    public override int Write(ValueMaker maker, Span<byte> destination)
    {
        maker.Time.GetUtcNow().ToUnixTimeMilliseconds().TryFormat(destination, out var written, provider: CultureInfo.InvariantCulture);
        return written;
    }
}
