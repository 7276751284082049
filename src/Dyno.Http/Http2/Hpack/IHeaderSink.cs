namespace Dyno.Http;

/// <summary>Receives the fields of a block, one after another.</summary>
internal interface IHeaderSink
{
    /// <summary>Receives a field. The bytes are valid only during the call.</summary>
    void OnField(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value);
}
