using Bookstore.Caches;

namespace Bookstore.Reads;

/// <summary>HybridCache with both levels: whatever the first one has, Redis is not asked for.</summary>
internal sealed class HybridRedis : HybridLocal
{
    public override bool NeedsRedis => true;

    public override void AddServices(IServiceCollection services, IConfiguration configuration)
    {
        services.AddSecondLevel(configuration);
        services.AddHybrid();
    }
}
