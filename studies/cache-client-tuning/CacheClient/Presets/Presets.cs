using Dyno.Caching.Limits;

namespace Dyno.Caching;

/// <summary>
/// Settings that were measured, by name. The fixed ones are those of the client that the study's article tunes. The study measures their
/// effect on a machine.
/// </summary>
public static class Presets
{
    /// <summary>A developer's machine far from the service: 200 calls in flight, a patient deadline.</summary>
    public static CacheClientOptions Laptop(Uri address) => Fixed(address, 200, TimeSpan.FromSeconds(15));

    /// <summary>Finds the number of calls in flight automatically, at any distance from the service; see <see cref="AutoLimit"/>.</summary>
    /// <param name="address">The address of the service.</param>
    /// <param name="maxConnections">The most connections; a connection carries 100 calls.</param>
    public static CacheClientOptions Auto(Uri address, int maxConnections = 50)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(maxConnections, 1);
        return new CacheClientOptions
        {
            Address = address,
            Limit = time => new AutoLimit(new LimitRange(16, 1, maxConnections * 100), time),
            MoreConnections = maxConnections > 1,
        };
    }

    /// <summary>No limit on the calls in flight: the article begins with this setting, and warns of it.</summary>
    public static CacheClientOptions Unlimited(Uri address) =>
        new() { Address = address, Limit = null, Deadline = TimeSpan.FromSeconds(15) };

    private static CacheClientOptions Fixed(Uri address, int calls, TimeSpan deadline) =>
        new() { Address = address, Limit = _ => new FixedLimit(calls), Deadline = deadline };

    /// <summary>Settings for a client in the same region as the service.</summary>
    public static class InRegion
    {
        /// <summary>For throughput: 400 calls in flight, a deadline of 1.1 s.</summary>
        public static CacheClientOptions Default(Uri address) => Fixed(address, 400, TimeSpan.FromSeconds(1.1));

        /// <summary>For a short tail: 20 calls in flight, a deadline of 0.5 s.</summary>
        public static CacheClientOptions LowLatency(Uri address) => Fixed(address, 20, TimeSpan.FromSeconds(0.5));
    }
}
