using Grpc.Core;

namespace Dyno.Caching;

/// <summary>Why a call got no answer. Errors are values, because an unavailable cache is not exceptional for its users.</summary>
/// <param name="Code">gRPC's status code.</param>
/// <param name="Message">The explanation of the service or the client.</param>
public sealed record CacheError(StatusCode Code, string Message)
{
    internal static CacheError Of(RpcException refused) => new(refused.StatusCode, refused.Status.Detail);

    /// <inheritdoc/>
    public override string ToString() => $"{Code}: {Message}";
}
