using System.Collections.Immutable;

namespace Dyno.Http.Grpc;

/// <summary>What makes a request a call of gRPC: its method, and where its messages come from. Its body is JSON.</summary>
public sealed record GrpcCallPlan
{
    /// <summary>With the package.</summary>
    public required string Service { get; init; }

    /// <summary>Name of the method.</summary>
    public required string Method { get; init; }

    /// <summary>Where the types of its messages come from.</summary>
    public required GrpcSource Source { get; init; }

    /// <summary>Messages to send on a stream, in order, as JSON; the last ones again from the first until <see cref="Messages"/> are sent.</summary>
    public ImmutableArray<ReadOnlyMemory<byte>> Texts { get; init; } = [];

    /// <summary>How many messages a call sends; 0: each text once.</summary>
    public int Messages { get; init; }

    /// <summary>Pause between two messages of a call. Default none.</summary>
    public TimeSpan Pause { get; init; }
}
