namespace CacheClient.Tests;

public sealed class ControlApiTests
{
    [Fact]
    public async Task A_flush_empties_one_cache_and_leaves_it_and_the_others_there()
    {
        await using var service = await ServiceOnWire.StartAsync("--caches", "orders,sessions");
        await service.SetAsync("a", "1", cache: "orders");
        await service.SetAsync("b", "2", cache: "orders");
        await service.SetAsync("a", "3", cache: "sessions");

        await service.Caches.FlushCacheAsync(new _FlushCacheRequest { CacheName = "orders" });

        (await service.GetAsync("a", "orders")).ShouldBeNull();
        (await service.GetAsync("b", "orders")).ShouldBeNull();
        (await service.GetAsync("a", "sessions")).ShouldBe("3");
        await service.SetAsync("a", "4", cache: "orders");
        (await service.GetAsync("a", "orders")).ShouldBe("4");
    }

    [Fact]
    public async Task A_flush_gives_all_the_room_back()
    {
        await using var service = await ServiceOnWire.StartAsync("--max-bytes", "160000"); // 10,000 in the part that has this key
        var large = new string('v', 9_000);
        await service.SetAsync("key", large);
        await service.Caches.FlushCacheAsync(new _FlushCacheRequest { CacheName = "default" });

        await service.SetAsync("key", large);
        (await service.GetAsync("key")).ShouldBe(large);
    }

    [Fact]
    public async Task A_cache_is_made_listed_deleted_and_made_again_empty()
    {
        await using var service = await ServiceOnWire.StartAsync("--caches", "sessions");
        await service.Caches.CreateCacheAsync(new _CreateCacheRequest { CacheName = "orders" });
        await service.SetAsync("a", "1", cache: "orders");
        (await NamesAsync(service)).ShouldBe(["orders", "sessions"]);
        (await ServiceOnWire.RefusedAsync(service.Caches.CreateCacheAsync(new _CreateCacheRequest { CacheName = "orders" })))
            .StatusCode.ShouldBe(StatusCode.AlreadyExists);
        (await service.GetAsync("a", "orders")).ShouldBe("1");

        await service.Caches.DeleteCacheAsync(new _DeleteCacheRequest { CacheName = "orders" });
        (await NamesAsync(service)).ShouldBe(["sessions"]);
        (await Should.ThrowAsync<RpcException>(() => service.GetAsync("a", "orders"))).StatusCode.ShouldBe(StatusCode.NotFound);

        await service.Caches.CreateCacheAsync(new _CreateCacheRequest { CacheName = "orders" });
        (await service.GetAsync("a", "orders")).ShouldBeNull();
    }

    [Fact]
    public async Task What_is_not_there_can_be_neither_flushed_nor_deleted()
    {
        await using var service = await ServiceOnWire.StartAsync();

        foreach (var refused in new[]
        {
            await ServiceOnWire.RefusedAsync(service.Caches.FlushCacheAsync(new _FlushCacheRequest { CacheName = "orders" })),
            await ServiceOnWire.RefusedAsync(service.Caches.DeleteCacheAsync(new _DeleteCacheRequest { CacheName = "orders" })),
        })
            (refused.StatusCode, refused.Status.Detail).ShouldBe((StatusCode.NotFound, "there is no cache orders"));
    }

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    public async Task A_cache_has_a_name(string name)
    {
        await using var service = await ServiceOnWire.StartAsync();

        (await ServiceOnWire.RefusedAsync(service.Caches.CreateCacheAsync(new _CreateCacheRequest { CacheName = name })))
            .StatusCode.ShouldBe(StatusCode.InvalidArgument);
        (await ServiceOnWire.RefusedAsync(service.Caches.FlushCacheAsync(new _FlushCacheRequest { CacheName = name })))
            .StatusCode.ShouldBe(StatusCode.InvalidArgument);
        (await ServiceOnWire.RefusedAsync(service.Caches.DeleteCacheAsync(new _DeleteCacheRequest { CacheName = name })))
            .StatusCode.ShouldBe(StatusCode.InvalidArgument);
    }

    private static async Task<IEnumerable<string>> NamesAsync(ServiceOnWire service) =>
        (await service.Caches.ListCachesAsync(new _ListCachesRequest())).Cache.Select(cache => cache.CacheName);
}
