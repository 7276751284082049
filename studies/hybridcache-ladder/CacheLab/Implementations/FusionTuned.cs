using Microsoft.Extensions.DependencyInjection;
using ZiggyCreatures.Caching.Fusion;
using ZiggyCreatures.Caching.Fusion.Locking.Distributed.Redis;

namespace CacheLab.Implementations;

/// <summary>
/// FusionCache with its options for failures: stale values when the source fails, short time-outs for Redis, its client and the distributed
/// lock, unreadable bytes as a miss, and results that callers may change.
/// </summary>
internal static class FusionTuned
{
    // The time-outs of the Redis client, whose default is 5 s. Each read asks Redis several times.
    private const string RedisGivesUp = ",asyncTimeout=200,syncTimeout=200";

    // Longer than the source takes, so that a second node waits for the first one. Without a limit, a caller would wait for the lock as long as
    // Redis is away.
    private static readonly TimeSpan LockWait = TimeSpan.FromMilliseconds(500);

    public static void Add(IServiceCollection services, NodeSetup setup)
    {
        var impatient = setup with { Redis = setup.Redis + RedisGivesUp };
        Fusion.Cache(services, impatient, Tune)
            .WithDistributedLocker(new RedisDistributedLocker(new RedisDistributedLockerOptions { Configuration = impatient.Redis }))
            .AsHybridCache();
    }

    private static void Tune(FusionCacheEntryOptions options)
    {
        options.IsFailSafeEnabled = true;
        options.FailSafeMaxDuration = TimeSpan.FromHours(1);
        options.FailSafeThrottleDuration = TimeSpan.FromSeconds(1);
        options.DistributedCacheSoftTimeout = TimeSpan.FromMilliseconds(50);
        options.DistributedCacheHardTimeout = TimeSpan.FromMilliseconds(200);
        options.DistributedLockTimeout = LockWait;
        options.AllowBackgroundDistributedCacheOperations = true;
        options.ReThrowSerializationExceptions = false;
        options.EnableAutoClone = true;
    }
}
