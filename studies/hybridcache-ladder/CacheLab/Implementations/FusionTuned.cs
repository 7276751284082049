using Microsoft.Extensions.DependencyInjection;
using ZiggyCreatures.Caching.Fusion;
using ZiggyCreatures.Caching.Fusion.Locking.Distributed.Redis;

namespace CacheLab.Implementations;

/// <summary>
/// The same with its options for trouble: stale values when the source fails, short time-outs for Redis, unreadable bytes as a miss, results
/// that callers may change, and a lock over all nodes.
/// </summary>
internal static class FusionTuned
{
    public static void Add(IServiceCollection services, NodeSetup setup) => Fusion.Cache(services, setup, Tune)
        .WithDistributedLocker(new RedisDistributedLocker(new RedisDistributedLockerOptions { Configuration = setup.Redis }))
        .AsHybridCache();

    private static void Tune(FusionCacheEntryOptions options)
    {
        options.IsFailSafeEnabled = true;
        options.FailSafeMaxDuration = TimeSpan.FromHours(1);
        options.FailSafeThrottleDuration = TimeSpan.FromSeconds(1);
        options.DistributedCacheSoftTimeout = TimeSpan.FromMilliseconds(50);
        options.DistributedCacheHardTimeout = TimeSpan.FromMilliseconds(200);
        options.AllowBackgroundDistributedCacheOperations = true;
        options.ReThrowSerializationExceptions = false;
        options.EnableAutoClone = true;
    }
}
