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
    [InlineData(0.0, 0.1)]
    [InlineData(0.5, 0.1)]
    [InlineData(20.0, 2.0)]
    [InlineData(50.0, 5.0)]
    [InlineData(600.0, 5.0)]
    [InlineData(-3.0, 0.1)]
    public void A_script_that_calls_dotnet_is_looked_at_a_tenth_of_the_phase_later(double phaseSeconds, double seconds)
    {
        _pace.Begin(TimeSpan.FromSeconds(phaseSeconds));
        for (var i = 0; i < 3; i++)
        {
            _pace.Next().ShouldBe(TimeSpan.FromSeconds(seconds));
            _vm.Invoke(_hostCall);
        }
    }

    [Fact]
    public void A_script_that_only_computes_is_looked_at_often_until_it_calls_again()
    {
        _pace.Begin(TimeSpan.FromMinutes(10));
        _pace.Next().ShouldBe(TimeSpan.FromSeconds(5));
        _pace.Next().ShouldBe(TimeSpan.FromMilliseconds(100));
        _pace.Next().ShouldBe(TimeSpan.FromMilliseconds(100));
        _vm.Invoke(_hostCall);
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
}
