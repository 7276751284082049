using Bookstore.Caches;
using Microsoft.Extensions.Caching.Hybrid;

namespace Bookstore.Reads;

/// <summary>HybridCache without its first level, so that every read asks Redis.</summary>
internal sealed class HybridRedisOnly : HybridLocal
{
    public override bool NeedsRedis => true;

    public override void AddServices(IServiceCollection services, IConfiguration configuration)
    {
        services.AddSecondLevel(configuration);
        services.AddHybrid(HybridCacheEntryFlags.DisableLocalCache);
    }
}
