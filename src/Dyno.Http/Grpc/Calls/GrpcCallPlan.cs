namespace Dyno.Http;

/// <summary>Makes a request a gRPC call: its method, and the source of its types. The request's body is JSON.</summary>
public sealed record GrpcCallPlan
{
    /// <summary>Name of the service, with its package.</summary>
    public required string Service { get; init; }

    public required string Method { get; init; }

    /// <summary>The source of the types of its messages.</summary>
    public required GrpcSource Source { get; init; }

    /// <summary>
    /// Messages to send on a stream, in order, as JSON. After the last text the first one follows again, until <see cref="Messages"/>
    /// messages are sent.
    /// </summary>
    public ImmutableArray<ReadOnlyMemory<byte>> Texts { get; init; } = [];

    /// <summary>Number of messages that a call sends; 0: each text once.</summary>
    public int Messages { get; init; }

    /// <summary>Pause between two messages of a call. Default none.</summary>
    public TimeSpan Pause { get; init; }
}
