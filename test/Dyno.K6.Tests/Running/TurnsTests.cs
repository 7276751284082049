using Dyno.K6.Running;

namespace Dyno.K6.Tests.Running;

/// <summary>Who waits and who goes on while more users are ready than processors can serve.</summary>
public sealed class TurnsTests : IDisposable
{
    private const int Few = 4;
    private const long TurnNanos = 40;
    private const int Looks = 11; // after so many one is asked to wait
    private readonly Turns _turns = new(processors: 2, Few, TurnNanos);
    private readonly List<UserOnThread> _users = [];

    public void Dispose()
    {
        _turns.End();
        foreach (var user in _users) user.Dispose();
    }

    [Fact]
    public void While_few_are_at_work_nobody_waits_however_long_a_turn_was()
    {
        Overload(_turns, 2 * Few);

        for (var i = 0; i < 20; i++) Goes(NewUser(), 1_000);
        _turns.AreTaken.ShouldBeFalse();
    }

    [Fact]
    public void When_too_many_are_at_work_the_first_whose_turn_is_over_wait_until_few_are_left()
    {
        Overload(_turns, 10);

        for (var i = 0; i < 10 - Few; i++) Waits(NewUser(), 1_000);
        Goes(NewUser(), TurnNanos - 1);
        _turns.AreTaken.ShouldBeTrue();
    }

    [Fact]
    public void Answers_that_come_all_at_once_and_are_served_make_nobody_wait()
    {
        for (var i = 0; i < 50; i++)
        {
            for (var n = 0; n < Looks - 1; n++) _turns.Look(100);
            _turns.MustLook.ShouldBeTrue();
            Goes(NewUser(), 1_000);
            _turns.Look(2 * Few);
            _turns.MustLook.ShouldBeFalse();
        }
    }

    [Fact]
    public void Nobody_is_asked_to_wait_any_more_once_no_more_are_too_many()
    {
        Overload(_turns, 100);
        _turns.Look(Few);

        Goes(NewUser(), 1_000);
    }

    [Fact]
    public void Whose_turn_is_not_over_goes_on()
    {
        Overload(_turns, 10);

        var user = NewUser();
        Goes(user, TurnNanos - 1);
        Waits(user, TurnNanos);
    }

    [Fact]
    public void Who_has_had_a_turn_hands_on_to_the_one_that_has_waited_longest()
    {
        var (first, second) = TwoThatWait();

        var third = NewUser();
        Waits(third, 1_000);
        first.HasPassed().ShouldBeTrue();
        second.IsWaiting.ShouldBeTrue();

        Waits(first, 2_000);
        second.HasPassed().ShouldBeTrue();
        third.IsWaiting.ShouldBeTrue();
    }

    [Fact]
    public void Those_that_wait_are_sent_to_work_until_a_few_are_at_work()
    {
        var (first, second) = TwoThatWait();

        _turns.Look(Few);
        (first.IsWaiting, second.IsWaiting).ShouldBe((true, true));
        _turns.Look(Few - 1);
        first.HasPassed().ShouldBeTrue();
        second.IsWaiting.ShouldBeTrue();
        _turns.Look(Few - 1);
        second.HasPassed().ShouldBeTrue();
        _turns.AreTaken.ShouldBeFalse();
    }

    [Fact]
    public void With_a_processor_idle_everybody_goes_to_work()
    {
        Overload(_turns, 100);
        UserOnThread[] users = [.. Enumerable.Range(0, 20).Select(_ => NewUser())];
        foreach (var user in users) Waits(user, 1_000);

        _turns.Look(1);

        users.ShouldAllBe(u => u.HasPassed());
        Goes(NewUser(), 1_000); // and nobody is asked to wait before the next look
    }

    [Fact]
    public void After_the_end_nobody_waits()
    {
        var (first, second) = TwoThatWait();

        _turns.End();
        _turns.Look(1_000);

        first.HasPassed().ShouldBeTrue();
        second.HasPassed().ShouldBeTrue();
        Goes(NewUser(), 1_000);
    }

    [Fact]
    public void Who_is_released_goes_on_and_is_passed_over_by_those_that_hand_on()
    {
        var (first, second) = TwoThatWait();

        _turns.Release(first.Turn);
        first.HasPassed().ShouldBeTrue();
        Waits(NewUser(), 1_000);
        second.HasPassed().ShouldBeTrue();
    }

    [Fact]
    public void Who_is_released_does_not_wait_again_before_it_begins_anew()
    {
        var user = NewUser();
        _turns.Release(user.Turn);
        Overload(_turns, 100);
        Goes(user, 1_000);

        user.Turn.Begin(0);
        Waits(user, 2_000);
    }

    [Theory]
    [InlineData(8, 1, 40)] // no more than would ever be at work
    [InlineData(17, 1, 40)]
    [InlineData(100, 1, 32)]
    [InlineData(1_000, 1, 3.2)]
    [InlineData(1_000, 4, 12.8)]
    public void Turns_are_as_long_as_lets_everybody_have_one_within_the_longest_round(int users, int processors, double turnMillis)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only there can be seen whose answer has come");
        var turns = Turns.For(users, processors);
        if (users <= 16 * processors)
        {
            turns.ShouldBeNull();
            return;
        }
        turns.ShouldNotBeNull();
        Overload(turns, users);
        using var user = new UserOnThread(turns);
        Goes(user, (long)(turnMillis * 1e6) - 1);
        Waits(user, (long)(turnMillis * 1e6));
        turns.End();
    }

    [Fact(Timeout = 120_000)]
    public async Task Nobody_is_left_waiting_whatever_happens_in_whichever_order()
    {
        var passed = 0;
        var working = Enumerable.Range(0, 30).Select(seed => Task.Factory.StartNew(() =>
        {
            using var turn = new UserTurn();
            for (var now = 0L; now < 3_000; now += 1 + seed % 7)
                if (_turns.Pass(turn, now)) turn.BeganNanos = now;
            Interlocked.Increment(ref passed);
        }, TestContext.Current.CancellationToken, TaskCreationOptions.LongRunning, TaskScheduler.Default)).ToArray();
        var random = new Random(20261);
        while (Volatile.Read(ref passed) < working.Length)
        {
            if (random.Next(3) == 0) Overload(_turns, random.Next(9, 40));
            else _turns.Look(random.Next(0, 9)); // below two now and then, as when nobody is left at work
            await Task.Yield();
        }

        await Task.WhenAll(working);
        _turns.Look(0);
        _turns.AreTaken.ShouldBeFalse();
    }

    private (UserOnThread First, UserOnThread Second) TwoThatWait()
    {
        var (first, second) = (NewUser(), NewUser());
        Overload(_turns, 2 * Few + 1);
        Waits(first, 1_000);
        Waits(second, 1_000);
        _turns.Look(Few); // no more are to wait
        return (first, second);
    }

    private UserOnThread NewUser()
    {
        var user = new UserOnThread(_turns);
        _users.Add(user);
        return user;
    }

    private static void Overload(Turns turns, int atWork)
    {
        for (var i = 0; i < Looks; i++) turns.Look(atWork);
    }

    private static void Goes(UserOnThread user, long nowNanos)
    {
        user.Pass(nowNanos);
        user.HasPassed().ShouldBeTrue();
    }

    private static void Waits(UserOnThread user, long nowNanos)
    {
        user.Pass(nowNanos);
        SpinWait.SpinUntil(() => user.IsWaiting, TimeSpan.FromSeconds(30)).ShouldBeTrue();
    }

    /// <summary>A user whose thread may be made to wait.</summary>
    private sealed class UserOnThread(Turns turns) : IDisposable
    {
        private Task _passing = Task.CompletedTask;

        public UserTurn Turn { get; } = new();

        public bool IsWaiting => Turn.IsWaiting;

        public void Pass(long nowNanos)
        {
            _passing.Wait();
            _passing = Task.Factory.StartNew(() =>
            {
                if (turns.Pass(Turn, nowNanos)) Turn.BeganNanos = nowNanos;
            }, TaskCreationOptions.LongRunning);
        }

        public bool HasPassed() => _passing.Wait(TimeSpan.FromSeconds(30));

        public void Dispose()
        {
            _passing.Wait();
            Turn.Dispose();
        }
    }
}
