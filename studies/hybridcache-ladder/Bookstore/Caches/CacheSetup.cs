using Microsoft.Extensions.Caching.Hybrid;
using ZiggyCreatures.Caching.Fusion;
using ZiggyCreatures.Caching.Fusion.Backplane.StackExchangeRedis;
using ZiggyCreatures.Caching.Fusion.Serialization.SystemTextJson;

namespace Bookstore.Caches;

/// <summary>Registers the caches of the rungs.</summary>
internal static class CacheSetup
{
    /// <summary>How long an answer is kept, in the process and in Redis.</summary>
    public static readonly TimeSpan Expiry = TimeSpan.FromMinutes(10);

    /// <summary>Provides the Redis; null in a rung that uses none.</summary>
    public static RedisSetup AddRedis(this WebApplicationBuilder builder, bool isNeeded)
    {
        if (!isNeeded) return new RedisSetup(null);
        var connection = builder.Configuration.GetConnectionString("redis") is { } named ? RedisConnection.To(named) : RedisConnection.Embedded();
        builder.Configuration["Bookstore:RedisInUse"] = connection.Text;
        return new RedisSetup(connection);
    }

    /// <summary>Microsoft's HybridCache; with a distributed cache registered it has a second level.</summary>
    public static void AddHybrid(this IServiceCollection services, HybridCacheEntryFlags flags = HybridCacheEntryFlags.None)
    {
        services.AddHybridCache(options => options.DefaultEntryOptions = new HybridCacheEntryOptions
        {
            Expiration = Expiry,
            LocalCacheExpiration = Expiry,
            Flags = flags,
        });
        services.AddSingleton<IBookCache, HybridBookCache>();
    }

    /// <summary>Redis as the second level.</summary>
    public static void AddSecondLevel(this IServiceCollection services, IConfiguration configuration) =>
        services.AddStackExchangeRedisCache(options => options.Configuration = RedisOf(configuration));

    /// <summary>FusionCache behind the same API, with Redis as second level and as backplane.</summary>
    public static void AddFusion(this IServiceCollection services, IConfiguration configuration)
    {
        services.AddSecondLevel(configuration);
        services.AddFusionCache()
            .WithDefaultEntryOptions(options =>
            {
                options.Duration = Expiry;
                options.ReThrowSerializationExceptions = false; // the default throws for bytes that cannot be read; HybridCache treats them as a miss
            })
            .WithSerializer(new FusionCacheSystemTextJsonSerializer())
            .WithRegisteredDistributedCache()
            .WithBackplane(new RedisBackplane(new RedisBackplaneOptions { Configuration = RedisOf(configuration) }))
            .AsHybridCache();
        services.AddSingleton<IBookCache, HybridBookCache>();
    }

    private static string RedisOf(IConfiguration configuration) => configuration["Bookstore:RedisInUse"]!;

    /// <summary>Owns the connection for the life of the program.</summary>
    internal sealed class RedisSetup(RedisConnection? connection) : IAsyncDisposable
    {
        public ValueTask DisposeAsync()
        {
            connection?.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
