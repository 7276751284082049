using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;

namespace CacheClient.Tests;

public sealed class DistributedCacheTests
{
    [Fact]
    public async Task HybridCache_on_a_second_node_finds_what_the_first_one_made()
    {
        await using var service = await RunningService.StartAsync();
        await using var client = await service.ClientAsync();
        await using var first = Node(client);
        await using var second = Node(client);

        (await Ask(first, "made by the first")).ShouldBe("made by the first");
        while (await new DistributedCache(client, "default").GetAsync("k", TestContext.Current.CancellationToken) is null)
            await Task.Yield(); // HybridCache writes to level two after it has answered
        (await Ask(second, "made by the second")).ShouldBe("made by the first");
    }

    [Fact]
    public async Task What_is_removed_is_gone()
    {
        await using var service = await RunningService.StartAsync();
        await using var client = await service.ClientAsync();
        var cache = new DistributedCache(client, "default");
        var token = TestContext.Current.CancellationToken;

        await cache.SetAsync("a", [1, 2], new DistributedCacheEntryOptions { AbsoluteExpirationRelativeToNow = TimeSpan.FromMinutes(1) }, token);
        (await cache.GetAsync("a", token)).ShouldBe([1, 2]);
        cache.Get("a").ShouldBe([1, 2]);
        await cache.RemoveAsync("a", token);
        (await cache.GetAsync("a", token)).ShouldBeNull();
    }

    private static ServiceProvider Node(Dyno.Caching.CacheClient client)
    {
        var services = new ServiceCollection().AddSingleton<IDistributedCache>(new DistributedCache(client, "default"));
        services.AddHybridCache();
        return services.BuildServiceProvider();
    }

    private static async Task<string> Ask(ServiceProvider node, string made) =>
        await node.GetRequiredService<HybridCache>().GetOrCreateAsync("k", _ => ValueTask.FromResult(made));
}
