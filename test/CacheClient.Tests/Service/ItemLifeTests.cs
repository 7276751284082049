namespace CacheClient.Tests;

public sealed class ItemLifeTests
{
    private static readonly TimeSpan Day = TimeSpan.FromDays(1);
    private static readonly TimeSpan Moment = TimeSpan.FromMilliseconds(1);
    private static readonly ByteString Key = ByteString.CopyFromUtf8("key");
    private static readonly ByteString One = ByteString.CopyFromUtf8("1");

    [Fact]
    public async Task An_item_lives_as_long_as_its_ttl_says_and_reading_does_not_prolong_it()
    {
        await using var service = await ServiceOnWire.StartAsync();
        await service.SetAsync("key", "value", milliseconds: 1_500);

        service.Time.Advance(TimeSpan.FromMilliseconds(1_500) - Moment);
        (await service.GetAsync("key")).ShouldBe("value");
        service.Time.Advance(Moment);
        (await service.GetAsync("key")).ShouldBeNull();
    }

    [Fact]
    public async Task Another_set_begins_another_life()
    {
        await using var service = await ServiceOnWire.StartAsync();
        await service.SetAsync("key", "first", milliseconds: 1_000);
        service.Time.Advance(TimeSpan.FromMilliseconds(900));
        await service.SetAsync("key", "second", milliseconds: 1_000);

        service.Time.Advance(TimeSpan.FromMilliseconds(900));
        (await service.GetAsync("key")).ShouldBe("second");
        service.Time.Advance(TimeSpan.FromMilliseconds(100));
        (await service.GetAsync("key")).ShouldBeNull();
    }

    [Theory]
    [InlineData(86_400_000UL)]
    [InlineData(86_400_001UL)]
    [InlineData(ulong.MaxValue)]
    public async Task More_than_a_day_counts_as_a_day(ulong milliseconds)
    {
        await using var service = await ServiceOnWire.StartAsync();
        await service.SetAsync("key", "value", milliseconds);

        service.Time.Advance(Day - Moment);
        (await service.GetAsync("key")).ShouldBe("value");
        service.Time.Advance(Moment);
        (await service.GetAsync("key")).ShouldBeNull();
    }

    [Fact]
    public async Task A_ttl_of_zero_is_refused_and_leaves_what_is_there()
    {
        await using var service = await ServiceOnWire.StartAsync();
        await service.SetAsync("key", "7");
        var (items, cache) = (service.Items, ServiceOnWire.Default);

        foreach (var refused in new[]
        {
            await ServiceOnWire.RefusedAsync(items.SetAsync(new _SetRequest { CacheKey = Key, CacheBody = One }, cache)),
            await ServiceOnWire.RefusedAsync(items.SetIfAsync(new _SetIfRequest { CacheKey = Key, CacheBody = One, Present = new _Empty() }, cache)),
            await ServiceOnWire.RefusedAsync(items.SetIfNotExistsAsync(new _SetIfNotExistsRequest { CacheKey = Key, CacheBody = One }, cache)),
            await ServiceOnWire.RefusedAsync(items.IncrementAsync(new _IncrementRequest { CacheKey = Key, Amount = 1 }, cache)),
        })
        {
            refused.StatusCode.ShouldBe(StatusCode.InvalidArgument);
            refused.Status.Detail.ShouldContain("the time to live is 0");
        }

        (await service.GetAsync("key")).ShouldBe("7");
    }

    [Fact]
    public async Task A_number_that_expired_begins_at_zero_again()
    {
        await using var service = await ServiceOnWire.StartAsync();
        var request = new _IncrementRequest { CacheKey = Key, Amount = 5, TtlMilliseconds = 1_000 };

        (await service.Items.IncrementAsync(request, ServiceOnWire.Default)).Value.ShouldBe(5);
        (await service.Items.IncrementAsync(request, ServiceOnWire.Default)).Value.ShouldBe(10);
        service.Time.Advance(TimeSpan.FromMilliseconds(1_000));
        (await service.Items.IncrementAsync(request, ServiceOnWire.Default)).Value.ShouldBe(5);
    }

    [Fact]
    public async Task A_set_of_the_client_without_a_ttl_has_that_of_its_options()
    {
        await using var service = await ServiceOnWire.StartAsync();
        await using var client = await Dyno.Caching.CacheClient.CreateAsync(Presets.Laptop(service.Address) with { DefaultTtl = TimeSpan.FromSeconds(10) });
        (await client.SetAsync("default", Key.Memory, One.Memory)).ShouldBeOfType<SetResult.Stored>();

        service.Time.Advance(TimeSpan.FromSeconds(10) - Moment);
        (await client.GetAsync("default", Key.Memory)).ShouldBeOfType<GetResult.Hit>();
        service.Time.Advance(Moment);
        (await client.GetAsync("default", Key.Memory)).ShouldBeOfType<GetResult.Miss>();
    }
}
