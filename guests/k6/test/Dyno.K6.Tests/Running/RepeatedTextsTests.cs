namespace Dyno.K6.Tests;

public sealed class RepeatedTextsTests : IDisposable
{
    private readonly IScriptVm _vm;
    private readonly RepeatedTexts _texts;

    public RepeatedTextsTests()
    {
        ScriptEngine.Load();
        _vm = ScriptEngine.CreateVm();
        _texts = new RepeatedTexts(_vm, 40_000);
    }

    public void Dispose() => _vm.Dispose();

    [Fact]
    public void A_body_is_kept_from_the_second_time_on()
    {
        Ask("größer").ShouldBeNull();
        Ask("größer").ShouldBe("größer");
        Ask("größer").ShouldBe("größer");
        Ask("").ShouldBeNull();
        Ask("").ShouldBeNull();
    }

    [Fact]
    public void Bodies_that_differ_anywhere_are_told_apart()
    {
        var random = new Random(20261);
        for (var round = 0; round < 2_000; round++)
        {
            // Few lengths and few differing letters: most share their place, many their mark.
            var text = new StringBuilder(new string('a', random.Next(1, 40)));
            text[random.Next(text.Length)] = (char)('a' + random.Next(3));
            if (Ask(text.ToString()) is { } kept) kept.ShouldBe(text.ToString());
        }
    }

    [Fact]
    public void Large_bodies_are_not_kept()
    {
        var large = new string('x', 20_000);
        Ask(large).ShouldBeNull();
        Ask(large).ShouldBeNull();
    }

    [Fact]
    public void No_more_is_kept_than_the_machine_has_room_for()
    {
        string[] bodies = [.. Enumerable.Range(0, 16).Select(i => new string((char)('a' + i), 10_000 + i * 7))];
        for (var time = 0; time < 3; time++)
            foreach (var body in bodies) _ = Ask(body);
        bodies.Count(body => Ask(body) is not null).ShouldBeInRange(1, 3);
    }

    private string? Ask(string body) => _texts.TryGet(Encoding.UTF8.GetBytes(body), out var value) ? _vm.Text(value) : null;
}
