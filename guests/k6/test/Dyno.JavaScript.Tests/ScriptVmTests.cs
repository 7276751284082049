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
        var numbers = _vm.Share(4, out var array);
        numbers[1] = 20;

        var add = _vm.Call(_vm.Evaluate("(a) => () => { a[0] = a[1] + a.length }", "a.js"), array);
        _vm.Free(array);
        _vm.CollectGarbage();
        _vm.Invoke(add);

        numbers[0].ShouldBe(24);
        numbers.From(1).ToArray().ShouldBe([20, 0, 0]);
        Should.Throw<ArgumentOutOfRangeException>(() => numbers[4]);
        Should.Throw<ArgumentOutOfRangeException>(() => numbers[-1]);
    }

    [Fact]
    public void Promise_jobs_have_run_when_a_call_returns() =>
        _vm.Text(_vm.Call(_vm.Evaluate("globalThis.log = []; Promise.resolve().then(() => log.push('job')); (() => log.join())", "a.js"))).ShouldBe("job");

    [Fact]
    public void A_runaway_script_is_ended_from_outside_and_no_catch_sees_it()
    {
        _vm.Watch(TimeSpan.FromMilliseconds(20), () => true);

        var thrown = Should.Throw<ScriptException>(() => _vm.Evaluate("for (;;) { try { for (;;) {} } catch (e) {} }", "a.js"));

        thrown.IsTermination.ShouldBeTrue();
        _vm.Watch(TimeSpan.FromSeconds(60), () => false);
        _vm.Number(_vm.Evaluate("1 + 1", "b.js")).ShouldBe(2);
    }

    [Fact]
    public void Endless_recursion_is_a_range_error() => OnSmallStack(() =>
        Should.Throw<ScriptException>(() => _vm.Evaluate("(function f() { f() })()", "a.js")).Name.ShouldBe("RangeError"));

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

    [Fact]
    public void Arguments_are_what_the_script_gave_converted_as_the_language_does()
    {
        var told = new List<string>();
        var tell = _vm.Function("tell", call => told.Add($"{call.Text(0)}|{call.Number(0)}|{call.Truth(0)}|{call.IsNothing(0)}|{call.IsBytes(0)}|{call.Count}"));

        _vm.Call(_vm.Evaluate("(f) => { for (const v of [1.5, -0, 1e21, '', '12', true, null, undefined, { toString: () => 'o' }, [7], new Uint8Array(2), new ArrayBuffer(3)]) f(v); f() }", "a.js"), tell);

        told.ShouldBe(["1.5|1.5|True|False|False|1", "0|-0|False|False|False|1", "1e+21|1E+21|True|False|False|1", "|0|False|False|False|1",
            "12|12|True|False|False|1", "true|1|True|False|False|1", "null|0|False|True|False|1", "undefined|NaN|False|True|False|1",
            "o|NaN|True|False|False|1", "7|7|True|False|False|1", "0,0|NaN|True|False|True|1", "[object ArrayBuffer]|NaN|True|False|True|1", "|NaN|False|True|False|0"]);
    }

    [Fact]
    public void A_value_that_is_kept_outlives_the_call_and_comes_back_as_itself()
    {
        ScriptValue kept = default;
        var keep = _vm.Function("keep", call => kept = call.Keep(0));
        var give = _vm.Function("give", call => call.Return(kept));

        _vm.Call(_vm.Evaluate("(f) => { globalThis.o = { a: 1 }; f(globalThis.o) }", "a.js"), keep);
        _vm.CollectGarbage();

        _vm.Text(_vm.Call(_vm.Evaluate("(f) => String(f() === globalThis.o && f().a)", "a.js"), give)).ShouldBe("1");
        _vm.Free(kept);
    }

    [Fact]
    public void Results_are_what_dotnet_gave()
    {
        var n = 0;
        var give = _vm.Function("give", call =>
        {
            switch (n++)
            {
                case 0: call.Return(1.5); break;
                case 1: call.Return(true); break;
                case 2: call.Return("text"); break;
                case 3: call.Return((string?)null); break;
                case 4: call.ReturnJson("""{"a":[1]}"""); break;
                case 5: call.ReturnJson("no json"); break;
                case 6: call.Return(_vm.From(2)); break;
                case 7: call.Return(_vm.From("kept")); break;
            }
        });

        _vm.Text(_vm.Call(_vm.Evaluate("(f) => { const all = []; for (let i = 0; i < 9; i++) all.push(f()); return JSON.stringify(all) + typeof all[8] }", "a.js"), give))
            .ShouldBe("""[1.5,true,"text",null,{"a":[1]},null,2,"kept",null]undefined""");
    }

    [Fact]
    public void Whoever_is_asked_sees_what_the_script_wrote_and_is_asked_in_the_middle_of_it()
    {
        var numbers = _vm.Share(1, out var array);
        var seen = 0.0;
        _vm.Watch(TimeSpan.FromMilliseconds(20), () => (seen = numbers[0]) > 0);

        Should.Throw<ScriptException>(() => _vm.Call(_vm.Evaluate("(a) => { for (;;) a[0]++ }", "a.js"), array)).IsTermination.ShouldBeTrue();

        seen.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Who_need_not_end_is_asked_again_and_goes_on()
    {
        var asked = 0;
        _vm.Watch(TimeSpan.FromMilliseconds(20), () => { asked++; return false; });
        var isAsked = _vm.Function("isAsked", call => call.Return(asked >= 3));

        _vm.Text(_vm.Call(_vm.Evaluate("(f) => { while (!f()) for (let i = 0; i < 1e6; i++); return 'over' }", "a.js"), isAsked)).ShouldBe("over");
    }

    [Fact]
    public void A_script_that_is_ended_inside_a_call_of_dotnet_lets_whoever_called_that_come_back()
    {
        var hasEnded = false;
        var inner = _vm.Evaluate("(() => { for (;;) {} })", "a.js");
        var run = _vm.Function("run", _ => hasEnded = Should.Throw<ScriptException>(() => _vm.Invoke(inner)).IsTermination);
        _vm.Watch(TimeSpan.FromMilliseconds(20), () => true);

        try
        {
            _vm.Call(_vm.Evaluate("(f) => { f() }", "a.js"), run);
        }
        catch (ScriptException e)
        {
            e.IsTermination.ShouldBeTrue(); // it may be ended, too
        }

        hasEnded.ShouldBeTrue();
        _vm.Watch(TimeSpan.FromSeconds(60), () => false);
        _vm.Number(_vm.Evaluate("1 + 1", "b.js")).ShouldBe(2);
    }

    [Fact]
    public void Stacks_are_lines_of_function_and_place_also_for_the_script()
    {
        var thrown = Should.Throw<ScriptException>(() => _vm.Evaluate("function outer() { return inner() }\nfunction inner() { throw new Error('x') }\nouter()", "a b.js"));
        var lines = thrown.Stack.Split('\n');

        lines[0].ShouldStartWith("inner@a b.js:2:");
        lines[1].ShouldStartWith("outer@a b.js:1:");
        _vm.Text(_vm.Evaluate("(function place() { return new Error('x').stack })()", "c.js")).ShouldStartWith("place@c.js:1:");
    }

    // As large as that of a virtual user.
    private static void OnSmallStack(Action test)
    {
        Exception? failed = null;
        var thread = new Thread(() =>
        {
            try
            {
                test();
            }
            catch (Exception e)
            {
                failed = e;
            }
        }, 1024 * 1024);
        thread.Start();
        thread.Join();
        failed.ShouldBeNull();
    }
}
