using Dyno.JavaScript.JavaScriptCore;
using Dyno.JavaScript.JavaScriptCore.Interop;

namespace Dyno.JavaScript.Tests;

public sealed class JscPlainTests : IDisposable
{
    private readonly IScriptVm _vm = ScriptEngine.CreateVm();

    public void Dispose() => _vm.Dispose();

    [Fact]
    public void The_values_of_this_engine_are_known() => JscPlain.IsKnown.ShouldBeTrue();

    [Theory]
    [InlineData("0", 0), InlineData("-0", -0.0), InlineData("1", 1), InlineData("-1", -1), InlineData("0.5", 0.5), InlineData("-1e-300", -1e-300)]
    [InlineData("2147483647", int.MaxValue), InlineData("-2147483648", int.MinValue), InlineData("2147483648", 2147483648.0)]
    [InlineData("NaN", double.NaN), InlineData("-Infinity", double.NegativeInfinity), InlineData("Number.MAX_VALUE", double.MaxValue)]
    [InlineData("Number.MIN_VALUE", double.Epsilon), InlineData("new Float64Array(new BigUint64Array([0xffff_ffff_ffff_ffffn]).buffer)[0]", double.NaN)]
    public void A_number_crosses_unchanged_in_both_directions(string written, double number)
    {
        var seen = double.MinValue;
        var swap = _vm.Function("swap", call =>
        {
            seen = call.Number(0);
            call.Return(number);
        });

        _vm.Text(_vm.Call(_vm.Evaluate($"(f) => String(Object.is(f({written}), {written}))", "a.js"), swap)).ShouldBe("true");
        seen.ShouldBe(number);
        if (number == 0) double.IsNegative(seen).ShouldBe(double.IsNegative(number));
    }

    [Fact]
    public void Any_number_is_what_the_engine_makes_of_it()
    {
        var random = new Random(1);
        var context = Jsc.JSGlobalContextCreateInGroup(0, 0);
        try
        {
            for (var i = 0; i < 20_000; i++)
            {
                var bits = random.NextInt64(long.MinValue, long.MaxValue);
                var number = i % 2 == 0 ? (int)bits : BitConverter.Int64BitsToDouble(bits);
                var made = Jsc.JSValueMakeNumber(context, number);
                JscPlain.MakeNumber(context, number).ShouldBe(made);
                JscPlain.TryNumber(made, out var read).ShouldBeTrue();
                read.ShouldBe(number);
            }
        }
        finally
        {
            Jsc.JSGlobalContextRelease(context);
        }
    }

    [Theory]
    [InlineData("true", true), InlineData("false", false), InlineData("undefined", false), InlineData("null", false)]
    [InlineData("0", false), InlineData("''", false), InlineData("'0'", true), InlineData("({})", true), InlineData("NaN", false), InlineData("-0", false)]
    [InlineData("1n", true), InlineData("0n", false), InlineData("Symbol()", true)]
    public void Truth_is_that_of_the_language(string written, bool truth)
    {
        var test = _vm.Function("test", call => call.Return(call.Truth(0)));

        _vm.Text(_vm.Call(_vm.Evaluate($"(f) => String(f({written}))", "a.js"), test)).ShouldBe(truth ? "true" : "false");
    }

    [Theory]
    [InlineData("undefined", true), InlineData("null", true), InlineData("0", false), InlineData("false", false), InlineData("''", false), InlineData("({})", false)]
    [InlineData("0n", false), InlineData("Symbol()", false), InlineData("NaN", false)]
    public void Nothing_is_undefined_or_null(string written, bool isNothing)
    {
        var test = _vm.Function("test", call => call.Return(call.IsNothing(0)));

        _vm.Text(_vm.Call(_vm.Evaluate($"(f) => String(f({written}))", "a.js"), test)).ShouldBe(isNothing ? "true" : "false");
    }

    [Theory]
    [InlineData("'42'", 42), InlineData("true", 1), InlineData("null", 0), InlineData("({ valueOf() { return 7 } })", 7)]
    public void What_is_no_number_is_converted(string written, double number)
    {
        var seen = 0.0;
        var take = _vm.Function("take", call => seen = call.Number(0));

        _vm.Call(_vm.Evaluate($"(f) => f({written})", "a.js"), take);

        seen.ShouldBe(number);
    }

    [Fact]
    public void Of_many_functions_each_is_called_by_its_own_name()
    {
        var called = new List<int>();
        ScriptValue[] functions = [.. Enumerable.Range(0, 100).Select(i => _vm.Function($"f{i}", call => called.Add(i + call.Whole(0))))];
        var call = _vm.Evaluate("(...all) => { for (let round = 0; round < 2; round++) for (const f of all) f(round * 1000) }", "a.js");

        _vm.Call(call, functions);

        called.ShouldBe([.. Enumerable.Range(0, 100), .. Enumerable.Range(1000, 100)]);
    }
}
