namespace Dyno.Http;

/// <summary>
/// A value of a login's answer, such as an access token: the one in use when a request is sent. Requests with such a slot need no answer
/// of another request, so a wire driver sends them.
/// </summary>
/// <param name="Value">Index of the value in <see cref="TokenSet.Wanted"/>.</param>
public sealed record TokenValue(TokenSet Set, int Value) : GeneratedValue
{
    public override int MaxLength => TokenSet.MaxBytes;

    public override int Write(ValueMaker maker, Span<byte> destination) => Set.Write(maker.User, Value, destination);
}
