using Dyno.JavaScript;
using Dyno.K6.VirtualUsers;

namespace Dyno.K6.Tests.Running;

public sealed class WatchPaceTests : IDisposable
{
    private readonly IScriptVm _vm;
    private readonly ScriptValue _hostCall;
    private readonly WatchPace _pace;

    public WatchPaceTests()
    {
        ScriptEngine.Load(new ScriptEngineOptions());
        _vm = ScriptEngine.CreateVm();
        _hostCall = _vm.Function("call", static _ => { });
        _pace = new WatchPace(_vm);
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
        _pace.Begin(TimeSpan.FromSeconds(phaseSeconds));
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(atFirst));
        Call(20);
        _pace.MayRelax().ShouldBeFalse();
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(atFirst));
        Call(1_000);
        _pace.MayRelax().ShouldBeTrue();
        _pace.MayRelax().ShouldBeFalse();
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
        _pace.MayRelax().ShouldBeFalse();
        Call(1);
        _pace.MayRelax().ShouldBeTrue();
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(5));
        _pace.MayRelax().ShouldBeFalse();
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
        _pace.MayRelax().ShouldBeFalse();
        _pace.Next().ShouldBe(TimeSpan.FromMilliseconds(500));
        Call(50);
        _pace.MayRelax().ShouldBeTrue();
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(5));
    }

    [Fact]
    public void Before_any_phase_it_is_looked_at_often() => _pace.Next().ShouldBe(TimeSpan.FromMilliseconds(100));

    [Fact]
    public void Only_another_pace_is_new()
    {
        _pace.Begin(TimeSpan.FromMinutes(10)).ShouldBeTrue();
        _pace.Begin(TimeSpan.FromMinutes(20)).ShouldBeFalse();
        _pace.Begin(TimeSpan.FromSeconds(10)).ShouldBeTrue();
    }

    private void Relaxed()
    {
        _pace.Begin(TimeSpan.FromMinutes(10));
        Call(200);
        _pace.MayRelax().ShouldBeTrue();
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(5));
    }

    private void Call(int times)
    {
        for (var i = 0; i < times; i++) _vm.Invoke(_hostCall);
    }
}
