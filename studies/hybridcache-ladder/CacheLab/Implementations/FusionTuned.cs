using Microsoft.Extensions.DependencyInjection;
using ZiggyCreatures.Caching.Fusion;
using ZiggyCreatures.Caching.Fusion.Locking.Distributed.Redis;

namespace CacheLab.Implementations;

/// <summary>
/// The same with its options for trouble: stale values when the source fails, short time-outs for Redis, its client and the lock over all
/// nodes, unreadable bytes as a miss, and results that callers may change.
/// </summary>
internal static class FusionTuned
{
    // Of the client of Redis, whose own patience is 5 s; each read asks it several times.
    private const string RedisGivesUp = ",asyncTimeout=200,syncTimeout=200";

    // Longer than the source takes, so that a second node waits for the first one; without it a caller waits for the lock as long as Redis is gone.
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
