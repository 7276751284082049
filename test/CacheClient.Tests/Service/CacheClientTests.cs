using System.Text;

namespace CacheClient.Tests;

public sealed class CacheClientTests
{
    private static readonly ReadOnlyMemory<byte> Key = "key"u8.ToArray();
    private static readonly ReadOnlyMemory<byte> Value = "value"u8.ToArray();

    [Fact]
    public async Task An_item_is_there_after_a_set_and_gone_after_a_delete()
    {
        await using var service = await RunningService.StartAsync();
        await using var client = await service.ClientAsync();

        (await client.GetAsync("default", Key)).ShouldBeOfType<GetResult.Miss>();
        (await client.SetAsync("default", Key, Value)).ShouldBeOfType<SetResult.Stored>();
        (await client.GetAsync("default", Key)).ShouldBeOfType<GetResult.Hit>().Value.ToArray().ShouldBe(Value.ToArray());
        (await client.DeleteAsync("default", Key)).ShouldBeOfType<DeleteResult.Done>();
        (await client.GetAsync("default", Key)).ShouldBeOfType<GetResult.Miss>();
    }

    [Fact]
    public async Task An_item_expires()
    {
        await using var service = await RunningService.StartAsync();
        await using var client = await service.ClientAsync();
        await client.SetAsync("default", Key, Value, TimeSpan.FromMilliseconds(1));

        while (await client.GetAsync("default", Key) is GetResult.Hit) await Task.Yield();
    }

    [Fact]
    public async Task A_conditional_set_stores_once()
    {
        await using var service = await RunningService.StartAsync();
        await using var client = await service.ClientAsync();

        (await client.SetIfAbsentAsync("default", Key, Value)).ShouldBeOfType<SetResult.Stored>();
        (await client.SetIfAbsentAsync("default", Key, "other"u8.ToArray())).ShouldBeOfType<SetResult.NotStored>();
    }

    [Fact]
    public async Task Increments_of_many_callers_add_up_and_a_text_is_no_number()
    {
        await using var service = await RunningService.StartAsync();
        await using var client = await service.ClientAsync();

        await Task.WhenAll(Enumerable.Range(0, 500).Select(_ => client.IncrementAsync("default", Key, 2).AsTask()));
        (await client.IncrementAsync("default", Key, -1)).ShouldBeOfType<IncrementResult.Sum>().Value.ShouldBe(999);
        await client.SetAsync("default", Key, Value);
        (await client.IncrementAsync("default", Key)).ShouldBeOfType<IncrementResult.Error>().Reason.Code.ShouldBe(StatusCode.FailedPrecondition);
    }

    [Fact]
    public async Task Errors_are_values_that_say_what_to_do()
    {
        await using var service = await RunningService.StartAsync();
        await using var client = await service.ClientAsync();

        var missing = (await client.GetAsync("orders", Key)).ShouldBeOfType<GetResult.Error>().Reason;
        missing.Code.ShouldBe(StatusCode.NotFound);
        missing.Message.ShouldContain("CreateCache");
        (await client.GetAsync("default", default)).ShouldBeOfType<GetResult.Error>().Reason.Code.ShouldBe(StatusCode.InvalidArgument);
        (await client.SetAsync("default", Key, new byte[5_000_001])).ShouldBeOfType<SetResult.Error>()
            .Reason.Code.ShouldBe(StatusCode.ResourceExhausted);
        (await client.CreateCacheAsync("orders")).ShouldBeTrue();
        (await client.CreateCacheAsync("orders")).ShouldBeFalse();
        (await client.GetAsync("orders", Key)).ShouldBeOfType<GetResult.Miss>();
    }

    [Fact]
    public async Task A_full_store_forgets_what_was_touched_longest_ago()
    {
        await using var service = await RunningService.StartAsync("--max-bytes", "160000"); // 10,000 a part
        await using var client = await service.ClientAsync();
        for (var i = 0; i < 100; i++) await client.SetAsync("default", Encoding.UTF8.GetBytes($"k{i}"), new byte[4_000]);

        var hits = 0;
        for (var i = 0; i < 100; i++)
            if (await client.GetAsync("default", Encoding.UTF8.GetBytes($"k{i}")) is GetResult.Hit) hits++;

        hits.ShouldBeInRange(1, 32); // two items fit into each of the sixteen parts
        (await client.GetAsync("default", "k99"u8.ToArray())).ShouldBeOfType<GetResult.Hit>();
    }

    [Fact]
    public async Task Five_thousand_callers_never_have_more_calls_in_flight_than_the_limit_whatever_the_channels()
    {
        await using var service = await RunningService.StartAsync("--delay", "1ms");
        var options = Presets.Laptop(service.Address) with { Channels = 4, Limit = _ => new FixedLimit(20) };
        await using var client = await service.ClientAsync(options);
        var calls = Enumerable.Range(0, 5_000).Select(i => client.GetAsync("default", Encoding.UTF8.GetBytes($"k{i}")).AsTask()).ToList();

        var most = 0;
        while (!calls.TrueForAll(call => call.IsCompleted))
        {
            most = Math.Max(most, client.Gate!.InFlight);
            await Task.Delay(1, TestContext.Current.CancellationToken);
        }

        most.ShouldBeInRange(1, 20);
        (await Task.WhenAll(calls)).ShouldAllBe(result => result is GetResult.Miss);
    }

    [Fact]
    public async Task A_deadline_that_passes_in_the_queue_is_an_error_of_its_call_alone()
    {
        await using var service = await RunningService.StartAsync("--delay", "300ms");
        var options = Presets.Laptop(service.Address) with
        {
            Limit = _ => new FixedLimit(1),
            Deadline = TimeSpan.FromMilliseconds(450),
            ConnectEagerly = false,
            Retries = 0,
        };
        await using var client = await service.ClientAsync(options);
        var calls = Enumerable.Range(0, 8).Select(_ => client.GetAsync("default", Key).AsTask());

        var results = await Task.WhenAll(calls);

        results.OfType<GetResult.Error>().ShouldNotBeEmpty();
        results.OfType<GetResult.Error>().ShouldAllBe(error => error.Reason.Code == StatusCode.DeadlineExceeded);
        results.OfType<GetResult.Error>().ShouldContain(error => error.Reason.Message.Contains("waited in the client"));
    }

    [Fact]
    public async Task A_service_that_is_away_is_an_error_and_the_client_goes_on_when_it_is_back()
    {
        var service = await RunningService.StartAsync();
        var address = service.Address;
        await using var client = await service.ClientAsync();
        await service.DisposeAsync();

        (await client.GetAsync("default", Key)).ShouldBeOfType<GetResult.Error>().Reason.Code.ShouldBe(StatusCode.Unavailable);
        await using var again = await RunningService.StartAsync("--urls", address.ToString());
        GetResult result;
        do result = await client.GetAsync("default", Key);
        while (result is GetResult.Error);
        result.ShouldBeOfType<GetResult.Miss>();
    }
}
