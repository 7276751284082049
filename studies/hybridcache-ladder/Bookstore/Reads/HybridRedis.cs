using Bookstore.Caches;

namespace Bookstore.Reads;

/// <summary>HybridCache with both levels: Redis is asked only for values that the first level does not have.</summary>
internal sealed class HybridRedis : HybridLocal
{
    public override bool NeedsRedis => true;

    public override void AddServices(IServiceCollection services, IConfiguration configuration)
    {
        services.AddSecondLevel(configuration);
        services.AddHybrid();
    }
}
