using Microsoft.Extensions.DependencyInjection;
using ZiggyCreatures.Caching.Fusion;
using ZiggyCreatures.Caching.Fusion.Backplane.StackExchangeRedis;
using ZiggyCreatures.Caching.Fusion.Serialization.SystemTextJson;

namespace CacheLab.Implementations;

/// <summary>FusionCache with Redis as second level and backplane; all other settings are the defaults.</summary>
internal static class Fusion
{
    public static void Add(IServiceCollection services, NodeSetup setup) => Cache(services, setup, _ => { }).AsHybridCache();

    internal static IFusionCacheBuilder Cache(IServiceCollection services, NodeSetup setup, Action<FusionCacheEntryOptions> tune)
    {
        services.AddStackExchangeRedisCache(options => options.Configuration = setup.Redis);
        return services.AddFusionCache()
            .WithDefaultEntryOptions(options =>
            {
                (options.Duration, options.DistributedCacheDuration) = (setup.LocalExpiration, setup.Expiration);
                tune(options);
            })
            .WithSerializer(new FusionCacheSystemTextJsonSerializer())
            .WithRegisteredDistributedCache()
            .WithBackplane(new RedisBackplane(new RedisBackplaneOptions { Configuration = setup.Redis }));
    }
}
