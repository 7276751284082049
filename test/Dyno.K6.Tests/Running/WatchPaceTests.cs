using Dyno.JavaScript;
using Dyno.K6.VirtualUsers;
using Dyno.Load.Engine;

namespace Dyno.K6.Tests.Running;

public sealed class WatchPaceTests : IDisposable
{
    private readonly IScriptVm _vm;
    private readonly ScriptValue _hostCall;
    private readonly SetTime _time = new();
    private readonly EngineClock _clock;
    private readonly WatchPace _pace;

    public WatchPaceTests()
    {
        ScriptEngine.Load();
        _vm = ScriptEngine.CreateVm();
        _hostCall = _vm.Function("call", static _ => { });
        _clock = new EngineClock(_time);
        _pace = new WatchPace(_vm, _clock);
    }

    public void Dispose() => _vm.Dispose();

    [Theory]
    [InlineData(0.0, 0.1, 0.1)]
    [InlineData(0.5, 0.1, 0.1)]
    [InlineData(-3.0, 0.1, 0.1)]
    [InlineData(3.0, 0.3, 0.3)]
    [InlineData(20.0, 0.5, 2.0)]
    [InlineData(600.0, 0.5, 5.0)]
    public void Who_keeps_calling_dotnet_is_looked_at_a_tenth_of_the_phase_later(double phaseSeconds, double atFirst, double seconds)
    {
        Begin(TimeSpan.FromSeconds(phaseSeconds));
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(atFirst));
        Call(20);
        MayChange().ShouldBeFalse();
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(atFirst));
        Call(1_000);
        MayChange().ShouldBeTrue();
        MayChange().ShouldBeFalse();
        for (var i = 0; i < 3; i++)
        {
            _pace.Next().ShouldBe(TimeSpan.FromSeconds(seconds));
            Call(1_000);
        }
    }

    [Fact]
    public void Who_keeps_calling_dotnet_is_promised_a_whole_interval_again_long_before_it_is_over()
    {
        Relaxed();
        Call(999);
        MayChange().ShouldBeFalse();
        Call(1);
        MayChange().ShouldBeTrue();
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(5));
        MayChange().ShouldBeFalse();
    }

    [Fact]
    public void Who_only_computes_is_looked_at_often_until_he_calls_again()
    {
        Relaxed();
        _pace.Next().ShouldBe(TimeSpan.FromMilliseconds(100));
        _pace.Next().ShouldBe(TimeSpan.FromMilliseconds(100));
        Call(5_000);
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(5));
    }

    [Fact]
    public void Who_calls_rarely_is_looked_at_with_caution_until_he_calls_often_again()
    {
        Relaxed();
        Call(999);
        _pace.Next().ShouldBe(TimeSpan.FromMilliseconds(500));
        Call(50);
        MayChange().ShouldBeFalse();
        _pace.Next().ShouldBe(TimeSpan.FromMilliseconds(500));
        Call(50);
        MayChange().ShouldBeTrue();
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(5));
    }

    [Fact]
    public void Before_any_phase_it_is_looked_at_often() => _pace.Next().ShouldBe(TimeSpan.FromMilliseconds(100));

    [Fact]
    public void Only_another_pace_is_new()
    {
        Begin(TimeSpan.FromMinutes(10)).ShouldBeTrue();
        Begin(TimeSpan.FromMinutes(10)).ShouldBeFalse();
        Begin(TimeSpan.FromSeconds(10)).ShouldBeTrue(); // as after a stop
    }

    [Fact]
    public void Near_the_cut_the_next_look_is_at_the_cut()
    {
        Relaxed();
        Pass(595);
        MayChange().ShouldBeFalse(); // five seconds are left, and promised
        Pass(1);
        MayChange().ShouldBeTrue();
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(4));
        Pass(0.3);
        MayChange().ShouldBeFalse(); // not at every call
        Pass(0.2);
        MayChange().ShouldBeTrue();
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(3.5));
        Pass(3.5);
        MayChange().ShouldBeTrue();
        _pace.Next().ShouldBe(TimeSpan.FromMilliseconds(100));
        Pass(100);
        MayChange().ShouldBeFalse();
        _pace.Next().ShouldBe(TimeSpan.FromMilliseconds(100));
    }

    [Theory]
    [InlineData(2.0, 2.0)]
    [InlineData(0.01, 0.1)]
    [InlineData(-1.0, 0.1)]
    public void Who_is_looked_at_shortly_before_the_cut_is_looked_at_again_at_the_cut(double left, double seconds)
    {
        Relaxed();
        Pass(600 - left);
        Call(5_000);
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(seconds));
    }

    [Fact]
    public void However_often_a_script_goes_on_near_the_cut_its_interval_begins_anew_a_few_dozen_times()
    {
        Relaxed();
        Pass(594);
        var changes = 0;
        for (var i = 0; i < 6_000; i++)
        {
            Pass(0.001);
            Call(10);
            if (MayChange()) changes++;
        }
        changes.ShouldBeInRange(20, 60);
    }

    [Fact]
    public void Who_calls_often_for_the_first_time_near_the_cut_is_promised_what_is_left()
    {
        Begin(TimeSpan.FromMinutes(10));
        Pass(597);
        Call(99);
        MayChange().ShouldBeFalse();
        Call(1);
        MayChange().ShouldBeTrue();
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(3));
    }

    private void Relaxed()
    {
        Begin(TimeSpan.FromMinutes(10));
        Call(200);
        MayChange().ShouldBeTrue();
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(5));
    }

    private bool Begin(TimeSpan length) => _pace.Begin(_clock.NowNanos, _clock.NowNanos + (length.Ticks * 100));

    private bool MayChange() => _pace.MayChange(_clock.NowNanos);

    private void Pass(double seconds) => _time.Nanos += (long)(seconds * 1e9);

    private void Call(int times)
    {
        for (var i = 0; i < times; i++) _vm.Invoke(_hostCall);
    }

    private sealed class SetTime : TimeProvider
    {
        public long Nanos { get; set; }

        public override long TimestampFrequency => 1_000_000_000;

        public override long GetTimestamp() => Nanos;
    }
}
