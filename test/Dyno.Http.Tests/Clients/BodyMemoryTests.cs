namespace Dyno.Http.Tests;

/// <summary>Bodies that never end: each has its limit, and all together have one.</summary>
public sealed class BodyMemoryTests
{
    private const long MiB = 1024 * 1024;

    [Theory]
    [InlineData(1 * MiB, 1000 * MiB, true)] // small bodies are not asked about
    [InlineData(2 * MiB, 98 * MiB, true)]
    [InlineData(2 * MiB, 99 * MiB, false)]
    public void A_large_body_grows_only_while_there_is_room_for_it(long bytes, long used, bool allowed) =>
        new BodyMemory(100 * MiB, () => used).Allows(bytes).ShouldBe(allowed);

    [Fact]
    public void The_problem_says_what_to_do() =>
        new BodyMemory(4096 * MiB, () => 0).Problem
            .ShouldBe("the bodies of all virtual users take more than half of the memory (4,096 MiB): use fewer of them, or discard the bodies");

    [Fact]
    public void An_answer_has_a_million_events_at_most()
    {
        var arrivals = new EventArrivals(new EngineClock());
        var thousand = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("data: x\n\n", 1000)));
        arrivals.Begins(new AnswerHead("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"u8, 200)).ShouldBeTrue();
        for (var i = 0; i < 1000; i++) arrivals.Take(thousand);
        Should.Throw<InvalidDataException>(() => arrivals.Take(thousand)).Message.ShouldBe("the answer has more than 1000000 events");
    }
}
