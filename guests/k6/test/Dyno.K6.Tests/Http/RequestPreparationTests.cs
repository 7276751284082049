namespace Dyno.K6.Tests;

/// <summary>Requests that a script asks for in the same words.</summary>
public sealed class RequestPreparationTests
{
    private const string Get = """{"method":"GET","url":"http://api.test/a","headers":["x-a","1"]}""";
    private const string Post = """{"method":"POST","url":"http://api.test/a","headers":["Content-Type","application/json"]}""";
    private readonly RequestPreparation _requests =
        new(new HttpRunOptions { Network = new WireNetwork(new HttpOptions()), UserAgent = "test" }, new StepCatalog());

    [Fact]
    public void The_same_words_are_the_same_request()
    {
        var first = _requests.Of(Get, null);

        _requests.Of(new string(Get), null).Request.ShouldBeSameAs(first.Request);
        _requests.Of(Get.Replace("/a\"", "/b\"", StringComparison.Ordinal), null).Request.ShouldNotBeSameAs(first.Request);
        first.Request!.Headers.Select(h => $"{h.Name}: {h.Value}").ShouldBe(["X-A: 1", "User-Agent: test"]);
    }

    [Fact]
    public void Bodies_are_their_own()
    {
        var one = _requests.Of(Post, "one"u8.ToArray());
        var two = _requests.Of(Post, "two"u8.ToArray());
        var none = _requests.Of(Post, null);

        Encoding.UTF8.GetString(one.Request!.Body.Span).ShouldBe("one");
        Encoding.UTF8.GetString(two.Request!.Body.Span).ShouldBe("two");
        none.Request!.Body.IsEmpty.ShouldBeTrue();
        two.Step.ShouldBe(one.Step);
    }

    [Fact]
    public void Compressed_bodies_say_so_each_time()
    {
        var text = Post.Replace("}", ""","compression":"gzip"}""", StringComparison.Ordinal);

        for (var i = 0; i < 2; i++)
            _requests.Of(text, "one"u8.ToArray()).Request!.Headers.Count(h => h.Name == "Content-Encoding").ShouldBe(1);
        _requests.Of(text, null).Request!.Headers.ShouldNotContain(h => h.Name == "Content-Encoding");
    }

    [Fact]
    public void Many_different_ones_are_each_right()
    {
        for (var round = 0; round < 2; round++)
            for (var i = 0; i < 2_000; i++)
                _requests.Of($$"""{"method":"GET","url":"http://api.test/{{i}}","name":"n"}""", null).Url!.AbsolutePath.ShouldBe($"/{i}");
    }

    [Fact]
    public void Problems_stay_problems()
    {
        for (var i = 0; i < 2; i++) _requests.Of("""{"method":"GET","url":"nonsense"}""", "x"u8.ToArray()).Problem.ShouldNotBeNull();
    }
}
