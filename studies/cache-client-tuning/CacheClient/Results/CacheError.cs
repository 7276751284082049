using Grpc.Core;

namespace Dyno.Caching;

/// <summary>Why a call brought no answer. Errors are values: a cache that is away is not an exception for who uses one.</summary>
/// <param name="Code">gRPC's status code.</param>
/// <param name="Message">What the service or the client says about it.</param>
public sealed record CacheError(StatusCode Code, string Message)
{
    internal static CacheError Of(RpcException refused) => new(refused.StatusCode, refused.Status.Detail);

    /// <inheritdoc/>
    public override string ToString() => $"{Code}: {Message}";
}
