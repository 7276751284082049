namespace Dyno.Http;

/// <summary>
/// A generated value that is the same in all places of one request: the value of a variable, <c>@id = {{$guid}}</c>. Each object is a
/// value of its own.
/// </summary>
/// <param name="Value">Makes the value for each request.</param>
public sealed record SharedValue(GeneratedValue Value) : GeneratedValue
{
    public override int MaxLength => Value.MaxLength;

    public override int Write(ValueMaker maker, Span<byte> destination)
    {
        var text = maker.TextOf(this);
        text.CopyTo(destination);
        return text.Length;
    }
}
