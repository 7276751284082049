namespace CacheClient.Tests;

public sealed class ConditionalSetTests
{
    private static readonly ByteString New = ByteString.CopyFromUtf8("new");

    [Theory]
    [InlineData("present", false, true, true)]
    [InlineData("present and not equal", false, false, true)]
    [InlineData("absent", true, false, false)]
    [InlineData("equal", false, true, false)]
    [InlineData("absent or equal", true, true, false)]
    [InlineData("not equal", true, false, true)]
    public async Task A_value_takes_the_place_of_another_where_its_condition_holds(string condition, bool ofNothing, bool ofSame, bool ofOther)
    {
        await using var service = await ServiceOnWire.StartAsync();
        foreach (var (present, isStored) in new (string?, bool)[] { (null, ofNothing), ("same", ofSame), ("other", ofOther) })
        {
            var key = $"over {present}";
            if (present is not null) await service.SetAsync(key, present);

            var answer = await service.Items.SetIfAsync(Request(key, condition), ServiceOnWire.Default);

            answer.ResultCase.ShouldBe(isStored ? _SetIfResponse.ResultOneofCase.Stored : _SetIfResponse.ResultOneofCase.NotStored, key);
            (await service.GetAsync(key)).ShouldBe(isStored ? "new" : present, key);
        }
    }

    [Fact]
    public async Task What_has_expired_is_absent()
    {
        await using var service = await ServiceOnWire.StartAsync();
        await service.SetAsync("key", "same", milliseconds: 100);
        service.Time.Advance(TimeSpan.FromMilliseconds(100));

        (await service.Items.SetIfAsync(Request("key", "equal"), ServiceOnWire.Default)).ResultCase.ShouldBe(_SetIfResponse.ResultOneofCase.NotStored);
        (await service.Items.SetIfAsync(Request("key", "absent"), ServiceOnWire.Default)).ResultCase.ShouldBe(_SetIfResponse.ResultOneofCase.Stored);
    }

    [Fact]
    public async Task A_value_that_was_not_stored_leaves_the_other_its_life_and_one_that_was_brings_its_own()
    {
        await using var service = await ServiceOnWire.StartAsync();
        await service.SetAsync("left", "same", milliseconds: 1_000);
        await service.SetAsync("replaced", "same", milliseconds: 1_000);

        await service.Items.SetIfAsync(Request("left", "absent"), ServiceOnWire.Default);
        await service.Items.SetIfAsync(Request("replaced", "equal"), ServiceOnWire.Default);
        service.Time.Advance(TimeSpan.FromMilliseconds(1_000));

        (await service.GetAsync("left")).ShouldBeNull();
        (await service.GetAsync("replaced")).ShouldBe("new");
    }

    [Fact]
    public async Task SetIfNotExists_stores_once_until_the_item_is_gone()
    {
        await using var service = await ServiceOnWire.StartAsync();
        var request = new _SetIfNotExistsRequest { CacheKey = ByteString.CopyFromUtf8("key"), CacheBody = New, TtlMilliseconds = 1_000 };

        foreach (var isStored in new[] { true, false })
            (await service.Items.SetIfNotExistsAsync(request, ServiceOnWire.Default)).ResultCase.ShouldBe(
                isStored ? _SetIfNotExistsResponse.ResultOneofCase.Stored : _SetIfNotExistsResponse.ResultOneofCase.NotStored);
        await service.Items.DeleteAsync(new _DeleteRequest { CacheKey = request.CacheKey }, ServiceOnWire.Default);
        (await service.Items.SetIfNotExistsAsync(request, ServiceOnWire.Default)).ResultCase.ShouldBe(_SetIfNotExistsResponse.ResultOneofCase.Stored);
    }

    [Fact]
    public async Task Of_many_that_set_at_once_one_stores()
    {
        await using var service = await ServiceOnWire.StartAsync();

        var answers = await Task.WhenAll(Enumerable.Range(0, 200).Select(_ =>
            service.Items.SetIfAsync(Request("key", "absent"), ServiceOnWire.Default).ResponseAsync));

        answers.Count(answer => answer.ResultCase == _SetIfResponse.ResultOneofCase.Stored).ShouldBe(1);
    }

    [Fact]
    public async Task A_set_without_a_condition_is_refused()
    {
        await using var service = await ServiceOnWire.StartAsync();

        var refused = await ServiceOnWire.RefusedAsync(service.Items.SetIfAsync(Request("key", ""), ServiceOnWire.Default));

        refused.StatusCode.ShouldBe(StatusCode.InvalidArgument);
        refused.Status.Detail.ShouldContain("name one");
        (await service.GetAsync("key")).ShouldBeNull();
    }

    // The value "new", if what is there compares with "same" as the condition says.
    private static _SetIfRequest Request(string key, string condition)
    {
        var request = new _SetIfRequest { CacheKey = ByteString.CopyFromUtf8(key), CacheBody = New, TtlMilliseconds = 60_000 };
        var same = new _ValueToCheck { ValueToCheck = ByteString.CopyFromUtf8("same") };
        switch (condition)
        {
            case "present": request.Present = new _Empty(); break;
            case "present and not equal": request.PresentAndNotEqual = same; break;
            case "absent": request.Absent = new _Empty(); break;
            case "equal": request.Equal = same; break;
            case "absent or equal": request.AbsentOrEqual = same; break;
            case "not equal": request.NotEqual = same; break;
        }

        return request;
    }
}
