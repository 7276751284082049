namespace Dyno.Http.Tests;

public sealed class SharedValueTests
{
    [Fact]
    public void All_places_of_a_request_have_one_value_and_the_next_request_another()
    {
        var shared = new SharedValue(new GuidValue());
        var request = RequestBytes.Build(new HttpRequestPlan
        {
            Name = "put",
            Method = "PUT",
            Url = new Uri("http://localhost/todos/{{a}}"),
            Headers = [new("X-Id", "{{b}}")],
            Body = Encoding.UTF8.GetBytes("{{c}} {{other}}"),
            Slots = [new("a", shared), new("b", shared), new("c", shared), new("other", new SharedValue(new GuidValue()))],
        });
        var maker = new ValueMaker(new Random(1), TimeProvider.System);
        var seen = new HashSet<string>();
        for (var i = 0; i < 3; i++)
        {
            var bytes = new byte[request.MaxLength];
            var text = Encoding.UTF8.GetString(bytes.AsSpan(0, request.Write(0, bytes, maker)));
            var id = text.Split('/')[2].Split(' ')[0];
            text.ShouldContain($"X-Id: {id}\r\n");
            var body = text.Split("\r\n\r\n")[1].Split(' ');
            body[0].ShouldBe(id);
            body[1].ShouldNotBe(id);
            seen.Add(id).ShouldBeTrue();
        }
    }

    [Fact]
    public void A_shared_value_allocates_nothing_once_it_was_made()
    {
        var shared = new SharedValue(new GuidValue());
        var maker = new ValueMaker(new Random(1), TimeProvider.System);
        Span<byte> room = stackalloc byte[shared.MaxLength];
        shared.Write(maker, room);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1000; i++)
        {
            maker.BeginRequest();
            shared.Write(maker, room);
        }

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
    }
}
