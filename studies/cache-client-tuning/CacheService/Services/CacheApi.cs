using CacheService.Storage;
using Dyno.Caching.Protocol;
using Grpc.Core;

namespace CacheService.Services;

/// <summary>The calls on items. All other calls of the protocol answer UNIMPLEMENTED.</summary>
internal sealed class CacheApi(CacheRegistry caches) : Scs.ScsBase
{
    public override Task<_GetResponse> Get(_GetRequest request, ServerCallContext context)
    {
        var value = Cache(context).Get(ItemLimits.Key(request.CacheKey));
        return Task.FromResult(value is null
            ? new _GetResponse { Result = ECacheResult.Miss }
            : new _GetResponse { Result = ECacheResult.Hit, CacheBody = value });
    }

    public override Task<_SetResponse> Set(_SetRequest request, ServerCallContext context)
    {
        Cache(context).Set(
            ItemLimits.Key(request.CacheKey), ItemLimits.Value(request.CacheKey, request.CacheBody), ItemLimits.Ttl(request.TtlMilliseconds));
        return Task.FromResult(new _SetResponse { Result = ECacheResult.Ok });
    }

    public override Task<_SetIfResponse> SetIf(_SetIfRequest request, ServerCallContext context)
    {
        var condition = SetCondition.Of(request);
        var stored = Cache(context).SetIf(
            ItemLimits.Key(request.CacheKey), ItemLimits.Value(request.CacheKey, request.CacheBody), ItemLimits.Ttl(request.TtlMilliseconds), condition);
        return Task.FromResult(stored ? new _SetIfResponse { Stored = new() } : new _SetIfResponse { NotStored = new() });
    }

    public override Task<_SetIfNotExistsResponse> SetIfNotExists(_SetIfNotExistsRequest request, ServerCallContext context)
    {
        var stored = Cache(context).SetIf(
            ItemLimits.Key(request.CacheKey), ItemLimits.Value(request.CacheKey, request.CacheBody), ItemLimits.Ttl(request.TtlMilliseconds),
            SetCondition.Absent);
        return Task.FromResult(stored ? new _SetIfNotExistsResponse { Stored = new() } : new _SetIfNotExistsResponse { NotStored = new() });
    }

    public override Task<_DeleteResponse> Delete(_DeleteRequest request, ServerCallContext context)
    {
        Cache(context).Remove(ItemLimits.Key(request.CacheKey));
        return Task.FromResult(new _DeleteResponse());
    }

    public override Task<_KeysExistResponse> KeysExist(_KeysExistRequest request, ServerCallContext context)
    {
        var cache = Cache(context);
        var response = new _KeysExistResponse();
        response.Exists.AddRange(request.CacheKeys.Select(key => cache.Get(ItemLimits.Key(key)) is not null));
        return Task.FromResult(response);
    }

    public override Task<_IncrementResponse> Increment(_IncrementRequest request, ServerCallContext context)
    {
        var value = Cache(context).Increment(ItemLimits.Key(request.CacheKey), request.Amount, ItemLimits.Ttl(request.TtlMilliseconds))
            ?? throw new RpcException(new Status(StatusCode.FailedPrecondition, "the item is not a whole number"));
        return Task.FromResult(new _IncrementResponse { Value = value });
    }

    private ItemStore Cache(ServerCallContext context)
    {
        var name = context.RequestHeaders.GetValue("cache");
        if (string.IsNullOrEmpty(name))
            throw new RpcException(new Status(StatusCode.InvalidArgument, "the metadata \"cache\" names no cache: send its name"));
        return caches.Find(name)
            ?? throw new RpcException(new Status(StatusCode.NotFound, $"there is no cache {name}: make it by CreateCache"));
    }
}
