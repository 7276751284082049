namespace Dyno.Fleet.Tests;

public sealed class FleetKeyTests
{
    private static readonly byte[] Content = Encoding.UTF8.GetBytes("start");

    [Fact]
    public void Opens_what_it_sealed_for_the_same_subject_only()
    {
        var key = FleetKey.Create();
        var message = key.Seal("dyno.agent.a.order", Content);

        key.TryOpen("dyno.agent.a.order", message, out var content).ShouldBeTrue();
        content.ShouldBe(Content);
        key.TryOpen("dyno.agent.b.order", message, out _).ShouldBeFalse();
        FleetKey.Create().TryOpen("dyno.agent.a.order", message, out _).ShouldBeFalse();
    }

    [Fact]
    public void Refuses_a_message_of_which_any_byte_was_changed_or_cut()
    {
        var key = FleetKey.Create();
        var message = key.Seal("s", Content);
        for (var i = 0; i < message.Length; i++)
        {
            var changed = message.ToArray();
            changed[i] ^= 1;
            key.TryOpen("s", changed, out _).ShouldBeFalse();
            key.TryOpen("s", message.AsSpan(0, i), out _).ShouldBeFalse();
        }
    }

    [Fact]
    public void Is_kept_in_a_file_that_only_the_user_reads_and_never_overwritten()
    {
        var file = Path.Combine(Directory.CreateTempSubdirectory("dyno-key-").FullName, "sub", "fleet.key");
        var key = FleetKey.Create();
        key.Save(file);

        FleetKey.Load(file).Text.ShouldBe(key.Text);
        if (!OperatingSystem.IsWindows()) File.GetUnixFileMode(file).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite);
        Should.Throw<UserFault>(() => FleetKey.Create().Save(file)).Message.ShouldBe($"{file} already exists");
    }

    [Fact]
    public void A_missing_and_a_wrong_file_say_how_to_make_one()
    {
        Should.Throw<UserFault>(() => FleetKey.Load("/nowhere/fleet.key")).Hint!.ShouldContain("dyno fleet key");
        Should.Throw<UserFault>(() => FleetKey.Parse("hello", "x")).Message.ShouldBe("x contains no fleet key");
    }
}
