using Dyno.JavaScript.JavaScriptCore;

namespace Dyno.JavaScript.Tests;

public sealed class JscPlainTests : IDisposable
{
    private readonly IScriptVm _vm = ScriptEngine.Loaded("jsc", new JscEngine()).CreateVm();

    public void Dispose() => _vm.Dispose();

    [Fact]
    public void The_values_of_this_engine_are_known() => JscPlain.IsKnown.ShouldBeTrue();

    [Theory]
    [InlineData("0", 0), InlineData("-0", -0.0), InlineData("1", 1), InlineData("-1", -1), InlineData("0.5", 0.5), InlineData("-1e-300", -1e-300)]
    [InlineData("2147483647", int.MaxValue), InlineData("-2147483648", int.MinValue), InlineData("2147483648", 2147483648.0)]
    [InlineData("NaN", double.NaN), InlineData("-Infinity", double.NegativeInfinity), InlineData("Number.MAX_VALUE", double.MaxValue)]
    [InlineData("Number.MIN_VALUE", double.Epsilon), InlineData("new Float64Array(new BigUint64Array([0xffff_ffff_ffff_ffffn]).buffer)[0]", double.NaN)]
    public void A_number_crosses_unchanged_in_both_directions(string written, double number) => BothWays(() =>
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
    });

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
    [InlineData("true", "true,false"), InlineData("false", "false,false"), InlineData("undefined", "false,true"), InlineData("null", "false,true")]
    [InlineData("0", "false,false"), InlineData("-0", "false,false"), InlineData("NaN", "false,false"), InlineData("1", "true,false")]
    [InlineData("''", "false,false"), InlineData("'0'", "true,false"), InlineData("({})", "true,false")]
    [InlineData("0n", "false,false"), InlineData("1n", "true,false"), InlineData("Symbol()", "true,false")]
    public void Truth_is_that_of_the_language_and_nothing_is_undefined_or_null(string written, string truthAndNothing) => BothWays(() =>
    {
        var truth = _vm.Function("truth", call => call.Return(call.Truth(0)));
        var nothing = _vm.Function("nothing", call => call.Return(call.IsNothing(0)));

        _vm.Text(_vm.Call(_vm.Evaluate($"(t, n) => [t({written}), n({written})].join()", "a.js"), truth, nothing)).ShouldBe(truthAndNothing);
    });

    [Fact]
    public void A_result_that_is_not_set_is_undefined_and_one_that_is_null_is_null() => BothWays(() =>
    {
        var (none, empty) = (_vm.Function("none", _ => { }), _vm.Function("empty", call => call.ReturnNull()));

        _vm.Text(_vm.Call(_vm.Evaluate("(n, e) => [n() === undefined, e() === null].join()", "a.js"), none, empty)).ShouldBe("true,true");
    });

    [Theory]
    [InlineData("'42'", 42), InlineData("true", 1), InlineData("null", 0), InlineData("({ valueOf() { return 7 } })", 7)]
    public void What_is_no_number_is_converted(string written, double number) => BothWays(() =>
    {
        var seen = 0.0;
        var take = _vm.Function("take", call => seen = call.Number(0));

        _vm.Call(_vm.Evaluate($"(f) => f({written})", "a.js"), take);

        seen.ShouldBe(number);
    });

    [Fact]
    public void Of_many_functions_each_is_called_by_its_own_name()
    {
        var called = new List<int>();
        ScriptValue[] functions = [.. Enumerable.Range(0, 100).Select(i => _vm.Function($"f{i}", call => called.Add(i + call.Whole(0))))];
        var call = _vm.Evaluate("(...all) => { for (let round = 0; round < 2; round++) for (const f of all) f(round * 1000) }", "a.js");

        _vm.Call(call, functions);

        called.ShouldBe([.. Enumerable.Range(0, 100), .. Enumerable.Range(1000, 100)]);
    }

    // As on an engine whose values are not known; other tests that run meanwhile see no difference.
    private static void BothWays(Action test)
    {
        test();
        JscPlain.IsKnown = false;
        try
        {
            test();
        }
        finally
        {
            JscPlain.IsKnown = true;
        }
    }
}
