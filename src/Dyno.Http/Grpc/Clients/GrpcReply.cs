using System.Collections.Immutable;

namespace Dyno.Http.Grpc;

/// <summary>How a call of a <see cref="GrpcClient"/> ended.</summary>
public sealed record GrpcReply
{
    /// <summary>0 for OK.</summary>
    public required int Code { get; init; }

    /// <summary>What the server said about it.</summary>
    public string Text { get; init; } = "";

    /// <summary>The message as JSON; null when there is none, or nobody wants it.</summary>
    public string? Message { get; init; }

    /// <summary>Fields before the messages.</summary>
    public ImmutableArray<KeyValuePair<string, string>> Headers { get; init; } = [];

    /// <summary>Fields behind them.</summary>
    public ImmutableArray<KeyValuePair<string, string>> Trailers { get; init; } = [];

    /// <summary>From the start of the call to its status.</summary>
    public long Nanos { get; init; }
}
