using CacheService;

namespace CacheClient.Tests;

/// <summary>What the service promises about caches, keys and sizes, and what it refuses.</summary>
public sealed class CacheApiTests
{
    private const int MaxItemBytes = 5_000_000;
    private static readonly ByteString Key = ByteString.CopyFromUtf8("key");
    private static readonly ByteString One = ByteString.CopyFromUtf8("1");

    [Fact]
    public async Task Every_call_on_items_needs_a_cache_that_is_there()
    {
        await using var service = await ServiceOnWire.StartAsync();
        foreach (var call in CallsOn(service.Items, Key))
        {
            var missing = await ServiceOnWire.RefusedAsync(call(ServiceOnWire.Cache("orders")));
            (missing.StatusCode, missing.Status.Detail).ShouldBe((StatusCode.NotFound, "there is no cache orders: make it by CreateCache"));
            (await ServiceOnWire.RefusedAsync(call(new Metadata()))).StatusCode.ShouldBe(StatusCode.InvalidArgument);
            (await ServiceOnWire.RefusedAsync(call(ServiceOnWire.Cache("")))).StatusCode.ShouldBe(StatusCode.InvalidArgument);
        }
    }

    [Fact]
    public async Task Every_call_on_items_needs_a_key()
    {
        await using var service = await ServiceOnWire.StartAsync();
        foreach (var call in CallsOn(service.Items, ByteString.Empty))
        {
            var refused = await ServiceOnWire.RefusedAsync(call(ServiceOnWire.Default));
            (refused.StatusCode, refused.Status.Detail).ShouldBe((StatusCode.InvalidArgument, "the key is empty"));
        }
    }

    [Fact]
    public async Task An_item_has_at_most_five_million_bytes_with_its_key()
    {
        await using var service = await ServiceOnWire.StartAsync();
        var largest = ByteString.CopyFrom(new byte[MaxItemBytes - Key.Length]);
        var tooLarge = ByteString.CopyFrom(new byte[MaxItemBytes - Key.Length + 1]);
        var (items, cache) = (service.Items, ServiceOnWire.Default);

        (await items.SetAsync(new _SetRequest { CacheKey = Key, CacheBody = largest, TtlMilliseconds = 60_000 }, cache)).Result.ShouldBe(ECacheResult.Ok);
        foreach (var refused in new[]
        {
            await ServiceOnWire.RefusedAsync(items.SetAsync(new _SetRequest { CacheKey = Key, CacheBody = tooLarge, TtlMilliseconds = 1 }, cache)),
            await ServiceOnWire.RefusedAsync(items.SetIfAsync(
                new _SetIfRequest { CacheKey = Key, CacheBody = tooLarge, TtlMilliseconds = 1, Present = new _Empty() }, cache)),
            await ServiceOnWire.RefusedAsync(items.SetIfNotExistsAsync(
                new _SetIfNotExistsRequest { CacheKey = Key, CacheBody = tooLarge, TtlMilliseconds = 1 }, cache)),
        })
        {
            (refused.StatusCode, refused.Status.Detail).ShouldBe(
                (StatusCode.ResourceExhausted, "the item has 5000001 bytes; at most 5000000 are stored"));
            refused.Trailers.GetValue("err").ShouldBe("item_size_limit_exceeded");
        }
    }

    [Fact]
    public async Task A_message_far_above_that_is_refused_before_it_is_read()
    {
        await using var service = await ServiceOnWire.StartAsync();
        var request = new _SetRequest { CacheKey = Key, CacheBody = ByteString.CopyFrom(new byte[6_000_000]), TtlMilliseconds = 60_000 };

        (await ServiceOnWire.RefusedAsync(service.Items.SetAsync(request, ServiceOnWire.Default))).StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        (await service.GetAsync("key")).ShouldBeNull();
    }

    [Fact]
    public async Task An_empty_value_is_a_hit_and_removing_what_is_not_there_is_no_error()
    {
        await using var service = await ServiceOnWire.StartAsync();

        await service.Items.DeleteAsync(new _DeleteRequest { CacheKey = Key }, ServiceOnWire.Default);
        await service.SetAsync("key", "");
        (await service.GetAsync("key")).ShouldBe("");
    }

    [Fact]
    public async Task Keys_are_told_to_be_there_in_the_order_asked_for()
    {
        await using var service = await ServiceOnWire.StartAsync();
        await service.SetAsync("a", "1");
        await service.SetAsync("c", "1", milliseconds: 10);
        await service.SetAsync("d", "1");
        service.Time.Advance(TimeSpan.FromMilliseconds(10));

        var answer = await service.Items.KeysExistAsync(
            new _KeysExistRequest { CacheKeys = { new[] { "d", "b", "a", "c", "a" }.Select(ByteString.CopyFromUtf8) } }, ServiceOnWire.Default);
        answer.Exists.ShouldBe([true, false, true, false, true]);
        (await service.Items.KeysExistAsync(new _KeysExistRequest(), ServiceOnWire.Default)).Exists.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(" 7")]
    [InlineData("7.0")]
    [InlineData("9223372036854775808")]
    [InlineData("")]
    public async Task What_is_no_whole_number_is_not_counted_on(string value)
    {
        await using var service = await ServiceOnWire.StartAsync();
        await service.SetAsync("key", value);

        var refused = await ServiceOnWire.RefusedAsync(service.Items.IncrementAsync(
            new _IncrementRequest { CacheKey = Key, Amount = 1, TtlMilliseconds = 60_000 }, ServiceOnWire.Default));
        (refused.StatusCode, refused.Status.Detail).ShouldBe((StatusCode.FailedPrecondition, "the item is not a whole number"));
        (await service.GetAsync("key")).ShouldBe(value);
    }

    [Theory]
    [InlineData("cache_client.Scs", "DictionaryGet")]
    [InlineData("cache_client.Scs", "ListConcatenateBack")]
    [InlineData("cache_client.Scs", "ItemGetTtl")]
    [InlineData("cache_client.pubsub.Pubsub", "Publish")]
    [InlineData("control_client.ScsControl", "CreateIndex")]
    public async Task Everything_else_of_the_protocol_is_unimplemented(string service, string name)
    {
        await using var wire = await ServiceOnWire.StartAsync();
        var method = new Method<string, string>(MethodType.Unary, service, name, Marshallers.StringMarshaller, Marshallers.StringMarshaller);

        (await ServiceOnWire.RefusedAsync(wire.Calls.AsyncUnaryCall(method, null, new CallOptions(ServiceOnWire.Default), "")))
            .StatusCode.ShouldBe(StatusCode.Unimplemented);
    }

    [Theory]
    [InlineData("--delay", "soon")]
    [InlineData("--delay", "-1ms")]
    [InlineData("--delay", "60001ms")]
    [InlineData("--max-bytes", "many")]
    [InlineData("--max-bytes", "0")]
    [InlineData("--streams", "-1")]
    [InlineData("--streams", "4294967396")] // 100 when it is cut to 32 bits
    public void A_setting_that_cannot_be_used_is_told_with_what_to_write(string name, string value) =>
        Should.Throw<ArgumentException>(() => CacheServiceHost.Build([name, value])).Message.ShouldStartWith($"{name} {value}: write ");

    // Each call on items, as one that succeeds with a key and a cache.
    private static IEnumerable<Func<Metadata, Task>> CallsOn(Scs.ScsClient items, ByteString key)
    {
        yield return cache => items.GetAsync(new _GetRequest { CacheKey = key }, cache).ResponseAsync;
        yield return cache => items.SetAsync(new _SetRequest { CacheKey = key, CacheBody = One, TtlMilliseconds = 1 }, cache).ResponseAsync;
        yield return cache => items.SetIfAsync(
            new _SetIfRequest { CacheKey = key, CacheBody = One, TtlMilliseconds = 1, Absent = new _Empty() }, cache).ResponseAsync;
        yield return cache => items.SetIfNotExistsAsync(
            new _SetIfNotExistsRequest { CacheKey = key, CacheBody = One, TtlMilliseconds = 1 }, cache).ResponseAsync;
        yield return cache => items.DeleteAsync(new _DeleteRequest { CacheKey = key }, cache).ResponseAsync;
        yield return cache => items.KeysExistAsync(new _KeysExistRequest { CacheKeys = { One, key } }, cache).ResponseAsync;
        yield return cache => items.IncrementAsync(new _IncrementRequest { CacheKey = key, Amount = 1, TtlMilliseconds = 1 }, cache).ResponseAsync;
    }
}
