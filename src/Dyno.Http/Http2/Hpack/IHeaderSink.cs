namespace Dyno.Http.Http2;

/// <summary>Takes the fields of a block, one after another.</summary>
internal interface IHeaderSink
{
    /// <summary>A field. The bytes are valid during the call only.</summary>
    void OnField(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value);
}
