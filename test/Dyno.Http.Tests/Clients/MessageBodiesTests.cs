using System.Net.Http.Json;

namespace Dyno.Http.Tests;

public class MessageBodiesTests
{
    private static readonly byte[] Four = "abcd"u8.ToArray();

    [Fact]
    public void Bytes_in_memory_are_read_without_a_copy()
    {
        using var bytes = new ByteArrayContent(Four, 1, 2);
        MessageBodies.Of(bytes).ShouldBe(Four.AsMemory(1, 2));
    }

    [Fact]
    public void Every_content_gives_what_it_would_send()
    {
        using var text = new StringContent("h\u00fc");
        using var form = new FormUrlEncodedContent([new("a", "1 2")]);
        using var json = JsonContent.Create(new[] { 7 });
        using var memory = new ReadOnlyMemoryContent(Four);
        using var own = new Doubling(Four);
        Text(text).ShouldBe("h\u00fc");
        Text(form).ShouldBe("a=1+2");
        Text(json).ShouldBe("[7]");
        Text(memory).ShouldBe("abcd");
        Text(own).ShouldBe("abcdabcd");
    }

    [Fact]
    public void A_content_that_has_to_be_waited_for_has_none_yet()
    {
        using var slow = new Slow();
        MessageBodies.Of(slow).ShouldBeNull();
    }

    private static string Text(HttpContent content) => Encoding.UTF8.GetString(MessageBodies.Of(content)!.Value.Span);

    private sealed class Doubling(byte[] bytes) : ByteArrayContent(bytes)
    {
        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        {
            await base.SerializeToStreamAsync(stream, context);
            await base.SerializeToStreamAsync(stream, context);
        }

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }

    private sealed class Slow : HttpContent
    {
        protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) => new TaskCompletionSource().Task;

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }
}
