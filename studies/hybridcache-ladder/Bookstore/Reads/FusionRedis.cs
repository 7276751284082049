using Bookstore.Caches;

namespace Bookstore.Reads;

/// <summary>FusionCache behind HybridCache's API: both levels, and a backplane that notifies the other instances.</summary>
internal sealed class FusionRedis : HybridLocal
{
    public override bool NeedsRedis => true;

    public override void AddServices(IServiceCollection services, IConfiguration configuration) => services.AddFusion(configuration);
}
