using Dyno.Caching.Protocol;
using Grpc.Core;

namespace CacheService.Services;

/// <summary>Answers at once. A client calls it to open its connection before the first request.</summary>
internal sealed class PingApi : Ping.PingBase
{
    public override Task<_PingResponse> Ping(_PingRequest request, ServerCallContext context) => Task.FromResult(new _PingResponse());
}
