namespace Dyno.JavaScript.Tests;

public sealed class ScriptVmTests : IDisposable
{
    private readonly IScriptVm _vm = ScriptEngine.CreateVm();

    public void Dispose() => _vm.Dispose();

    [Fact]
    public void Evaluates_an_expression() => _vm.Number(_vm.Evaluate("6 * 7", "a.js")).ShouldBe(42);

    [Fact]
    public void Texts_cross_unchanged_in_both_directions()
    {
        const string Text = "grüß 日本 😀 \u0000 end";

        _vm.Text(_vm.Call(_vm.Evaluate("(t) => t + t.length", "a.js"), _vm.From(Text))).ShouldBe(Text + Text.Length);
    }

    [Fact]
    public void A_host_function_reads_its_arguments_and_returns_a_value()
    {
        var add = _vm.Function("add", call => call.Return(call.Number(0) + call.Number(1)));

        _vm.Number(_vm.Call(_vm.Evaluate("(f) => f(f(1, 2), 3)", "a.js"), add)).ShouldBe(6);
    }

    [Fact]
    public void Bytes_are_seen_in_place_also_through_a_view_with_an_offset()
    {
        var fill = _vm.Function("fill", call => call.Bytes(0).Fill(7));

        _vm.Text(_vm.Call(_vm.Evaluate("(f) => { const b = new Uint8Array(4); f(b.subarray(1, 3)); return b.join() }", "a.js"), fill))
            .ShouldBe("0,7,7,0");
    }

    [Fact]
    public void An_exception_of_a_host_function_is_an_error_of_its_type_that_the_script_can_catch()
    {
        var fail = _vm.Function("fail", _ => throw new HostException("no", "RangeError"));

        _vm.Text(_vm.Call(_vm.Evaluate("(f) => { try { f() } catch (e) { return e instanceof RangeError ? e.message : 'other' } }", "a.js"), fail))
            .ShouldBe("no");
    }

    [Fact]
    public void An_uncaught_error_carries_its_place_and_stack()
    {
        var thrown = Should.Throw<ScriptException>(() => _vm.Evaluate("\nfunction f() { null.x }\nf()", "dir/a.js"));

        (thrown.Name, thrown.File, thrown.Line).ShouldBe(("TypeError", "dir/a.js", 2));
        thrown.Stack.ShouldContain("f@dir/a.js:2:");
    }

    [Theory, InlineData("throw 'text'", "text"), InlineData("throw 42", "42"), InlineData("throw null", "null")]
    public void Anything_can_be_thrown(string script, string message) =>
        Should.Throw<ScriptException>(() => _vm.Evaluate(script, "a.js")).Message.ShouldBe(message);

    [Fact]
    public void A_syntax_error_names_its_line() =>
        Should.Throw<ScriptException>(() => _vm.Evaluate("let a = 1;\nlet = ;", "a.js")).Line.ShouldBe(2);

    [Fact]
    public void Shared_numbers_are_one_memory()
    {
        var numbers = GC.AllocateArray<double>(4, pinned: true);
        numbers[1] = 20;

        _vm.Invoke(_vm.Call(_vm.Evaluate("(a) => () => { a[0] = a[1] + 1 }", "a.js"), _vm.Share(numbers)));

        numbers[0].ShouldBe(21);
    }

    [Fact]
    public void Promise_jobs_have_run_when_a_call_returns() =>
        _vm.Text(_vm.Call(_vm.Evaluate("globalThis.log = []; Promise.resolve().then(() => log.push('job')); (() => log.join())", "a.js"))).ShouldBe("job");

    [Fact]
    public void A_runaway_script_is_ended_from_outside_and_no_catch_sees_it()
    {
        _vm.Watch(() => TimeSpan.FromMilliseconds(20), () => true);

        var thrown = Should.Throw<ScriptException>(() => _vm.Evaluate("for (;;) { try { for (;;) {} } catch (e) {} }", "a.js"));

        thrown.IsTermination.ShouldBeTrue();
        _vm.Watch(() => TimeSpan.FromSeconds(60), () => false);
        _vm.Number(_vm.Evaluate("1 + 1", "b.js")).ShouldBe(2);
    }

    [Fact]
    public void Endless_recursion_is_a_range_error() =>
        Should.Throw<ScriptException>(() => _vm.Evaluate("(function f() { f() })()", "a.js")).Name.ShouldBe("RangeError");

    [Fact]
    public void Machines_share_nothing()
    {
        using var other = ScriptEngine.CreateVm();
        _vm.Evaluate("globalThis.x = 1; Array.prototype.y = 2", "a.js");

        other.Text(other.Evaluate("typeof x + typeof [].y", "a.js")).ShouldBe("undefinedundefined");
    }

    [Fact]
    public void A_host_function_may_use_another_machine_and_come_back()
    {
        using var other = ScriptEngine.CreateVm();
        var ask = _vm.Function("ask", call => call.Return(other.Number(other.Evaluate(call.Text(0), "b.js"))));
        var plain = _vm.Function("plain", call => call.Return(call.Count));

        _vm.Text(_vm.Call(_vm.Evaluate("(a, p) => a('40 + 2') + ':' + p(1, 2, 3)", "a.js"), ask, plain)).ShouldBe("42:3");
    }

    [Fact]
    public void A_rejection_that_nobody_handles_is_told_when_promise_jobs_have_run_and_a_handled_one_is_not()
    {
        _vm.OnUnhandledRejection(_vm.Evaluate("globalThis.told = []; ((promise, reason) => { told.push(reason); })", "a.js"));
        _vm.Invoke(_vm.Evaluate("(() => { Promise.reject('lost'); Promise.reject('caught').catch(() => {}); const p = Promise.reject('late'); p.then(null, () => {}); })", "a.js"));

        _vm.Text(_vm.Evaluate("told.join()", "a.js")).ShouldBe("lost");
    }

    [Fact]
    public void Json_of_what_has_none_is_null()
    {
        _vm.Json(_vm.Evaluate("({ a: [1, null] })", "a.js")).ShouldBe("{\"a\":[1,null]}");
        _vm.Json(_vm.Evaluate("(undefined)", "a.js")).ShouldBeNull();
    }
}
