using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;

namespace CacheLab.Implementations;

/// <summary>Microsoft's HybridCache over Redis, as its documentation registers it.</summary>
internal static class MicrosoftHybrid
{
    public static void Add(IServiceCollection services, NodeSetup setup)
    {
        services.AddStackExchangeRedisCache(options => options.Configuration = setup.Redis);
        services.AddHybridCache(options => options.DefaultEntryOptions = new HybridCacheEntryOptions
        {
            Expiration = setup.Expiration,
            LocalCacheExpiration = setup.LocalExpiration,
        });
    }
}
