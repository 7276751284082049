using CacheService.Storage;
using Dyno.Caching.Protocol;
using Grpc.Core;

namespace CacheService.Services;

/// <summary>The calls on caches.</summary>
internal sealed class ControlApi(CacheRegistry caches) : ScsControl.ScsControlBase
{
    public override Task<_CreateCacheResponse> CreateCache(_CreateCacheRequest request, ServerCallContext context) =>
        caches.TryAdd(Name(request.CacheName))
            ? Task.FromResult(new _CreateCacheResponse())
            : throw new RpcException(new Status(StatusCode.AlreadyExists, $"the cache {request.CacheName} is there already"));

    public override Task<_DeleteCacheResponse> DeleteCache(_DeleteCacheRequest request, ServerCallContext context) =>
        caches.TryRemove(Name(request.CacheName)) ? Task.FromResult(new _DeleteCacheResponse()) : throw Missing(request.CacheName);

    public override Task<_FlushCacheResponse> FlushCache(_FlushCacheRequest request, ServerCallContext context)
    {
        (caches.Find(Name(request.CacheName)) ?? throw Missing(request.CacheName)).Clear();
        return Task.FromResult(new _FlushCacheResponse());
    }

    public override Task<_ListCachesResponse> ListCaches(_ListCachesRequest request, ServerCallContext context)
    {
        var response = new _ListCachesResponse();
        response.Cache.AddRange(caches.Names.Select(name => new _Cache { CacheName = name }));
        return Task.FromResult(response);
    }

    private static string Name(string name) => !string.IsNullOrWhiteSpace(name)
        ? name
        : throw new RpcException(new Status(StatusCode.InvalidArgument, "the name of the cache is empty"));

    private static RpcException Missing(string name) => new(new Status(StatusCode.NotFound, $"there is no cache {name}"));
}
