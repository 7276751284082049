namespace Dyno.JavaScript.Tests;

public sealed class ScriptEngineTests
{
    [Fact]
    public void The_engine_of_this_system_is_loaded()
    {
        ScriptEngine.Load();

        using var vm = ScriptEngine.CreateVm();
        vm.Number(vm.Evaluate("6 * 7", "a.js")).ShouldBe(42);
    }

    /// <summary>The same on every computer.</summary>
    [Fact]
    public void A_machine_has_the_heap_that_is_documented()
    {
        using var vm = (V8Vm)ScriptEngine.CreateVm();

        const long MiB = 1024 * 1024;
        vm.HeapLimitBytes.ShouldBeInRange(ScriptEngine.HeapMebibytes * MiB, (ScriptEngine.HeapMebibytes + 256) * MiB, "with the space for young objects");
    }

    /// <summary>JavaScript's numbers are exact up to 2^53: what is larger loses its last digits, as everywhere in JavaScript.</summary>
    [Fact]
    public void A_whole_number_is_exact_up_to_two_to_the_53()
    {
        using var vm = ScriptEngine.CreateVm();

        vm.Text(vm.From(9_007_199_254_740_992)).ShouldBe("9007199254740992");
        vm.Text(vm.Evaluate("JSON.parse('9007199254740993')", "a.js")).ShouldBe("9007199254740992");
    }

    [Fact]
    public void A_build_without_the_engine_names_the_system_and_the_way_to_build_it()
    {
        var missing = ScriptEngine.Missing("linux-riscv64");

        missing.Message.ShouldBe("this Dyno was built without the JavaScript engine V8 for this system (linux-riscv64)");
        missing.Hint.ShouldBe("build Dyno with -p:DynoV8Systems=linux-riscv64 (docs/k6.md)");
    }
}
