namespace Dyno.Http;

/// <summary>How a call of a <see cref="GrpcClient"/> ended.</summary>
public sealed record GrpcReply
{
    /// <summary>The gRPC status code; 0 is OK.</summary>
    public required int Code { get; init; }

    /// <summary>The status message.</summary>
    public string Text { get; init; } = "";

    /// <summary>The response message of a call with one message each way, as JSON; null when the call failed, and for streaming calls.</summary>
    public string? Message { get; init; }

    /// <summary>The header fields that precede the messages.</summary>
    public ImmutableArray<KeyValuePair<string, string>> Headers { get; init; } = [];

    /// <summary>The trailer fields that follow the messages.</summary>
    public ImmutableArray<KeyValuePair<string, string>> Trailers { get; init; } = [];

    /// <summary>Time from the start of the call to its status, in nanoseconds.</summary>
    public long Nanos { get; init; }
}
