using Google.Protobuf;
using Grpc.Core;

namespace CacheService.Storage;

/// <summary>The limits of an item: a key that is not empty, at most 5 MB, and a time to live of at most a day.</summary>
internal static class ItemLimits
{
    /// <summary>The largest item, key and value together.</summary>
    public const int MaxItemBytes = 5_000_000;

    /// <summary>The largest message: an item and the overhead of its encoding.</summary>
    public const int MaxMessageBytes = 5_243_000;

    private static readonly TimeSpan MaxTtl = TimeSpan.FromDays(1);

    public static ByteString Key(ByteString key) =>
        key.Length > 0 ? key : throw new RpcException(new Status(StatusCode.InvalidArgument, "the key is empty"));

    /// <summary>The value of an item with this key, if its size is allowed.</summary>
    public static ByteString Value(ByteString key, ByteString value)
    {
        var length = key.Length + value.Length;
        if (length <= MaxItemBytes) return value;
        throw new RpcException(
            new Status(StatusCode.ResourceExhausted, $"the item has {length} bytes; at most {MaxItemBytes} are stored"),
            new Metadata { { "err", "item_size_limit_exceeded" } });
    }

    /// <summary>The time to live; more than a day counts as a day.</summary>
    public static TimeSpan Ttl(ulong milliseconds) => milliseconds switch
    {
        0 => throw new RpcException(new Status(StatusCode.InvalidArgument, "the time to live is 0: write milliseconds above 0")),
        > 86_400_000 => MaxTtl,
        _ => TimeSpan.FromMilliseconds(milliseconds),
    };
}
