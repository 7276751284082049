namespace Dyno.Http;

/// <summary>
/// Reads the bytes of .NET's contents. The public API copies them twice, although most contents of a load are bytes in memory. It is used
/// for all other contents, and where a runtime has other internals.
/// </summary>
public static class MessageBodies
{
    private static readonly bool HasBytes = Works();

    // A second read of a content while the first one is waiting would share its stream with it.
    private static readonly ConditionalWeakTable<HttpContent, Task<byte[]>> Begun = new();

    /// <summary>
    /// The bytes of a content; null when they are not available at once, as for a content that is read from a stream. The reading continues then:
    /// <see cref="ReadAsync"/> waits for it.
    /// </summary>
    public static ReadOnlyMemory<byte>? Of(HttpContent content)
    {
        if (HasBytes && IsOfBytes(content.GetType())) return BytesOf((ByteArrayContent)content);
        var reading = ReadingOf(content);
        // With the cast: without it null would be an array, and that an empty body.
        return reading.IsCompletedSuccessfully ? (ReadOnlyMemory<byte>?)reading.Result : null;
    }

    /// <summary>The bytes of a content, which is read once however often the bytes are asked for while the reading lasts.</summary>
    public static async Task<ReadOnlyMemory<byte>> ReadAsync(HttpContent content, CancellationToken cancellationToken)
    {
        var reading = ReadingOf(content);
        try
        {
            return await reading.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            if (reading.IsCompleted) Begun.Remove(content); // the content keeps its bytes; after a failure it may be tried again
        }
    }

    private static Task<byte[]> ReadingOf(HttpContent content)
    {
        if (Begun.TryGetValue(content, out var begun)) return begun;
        var reading = content.ReadAsByteArrayAsync();
        if (!reading.IsCompletedSuccessfully) Begun.AddOrUpdate(content, reading);
        return reading;
    }

    // Other classes may override what they send.
    private static bool IsOfBytes(Type type) => type == typeof(StringContent) || type == typeof(ByteArrayContent) || type == typeof(FormUrlEncodedContent);

    private static ReadOnlyMemory<byte> BytesOf(ByteArrayContent content) => Bytes(content).AsMemory(Offset(content), Count(content));

    private static bool Works()
    {
        try
        {
            using var content = new ByteArrayContent("abcd"u8.ToArray(), 1, 2);
            return Encoding.ASCII.GetString(BytesOf(content).Span) == "bc";
        }
        catch (MissingFieldException)
        {
            return false;
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_content")]
    private static extern ref byte[] Bytes(ByteArrayContent content);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_offset")]
    private static extern ref int Offset(ByteArrayContent content);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_count")]
    private static extern ref int Count(ByteArrayContent content);
}
