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

    [Fact]
    public void A_build_without_the_engine_names_the_system_and_the_way_to_build_it()
    {
        var missing = ScriptEngine.Missing("linux-riscv64");

        missing.Message.ShouldBe("this Dyno was built without the JavaScript engine V8 for this system (linux-riscv64)");
        missing.Hint.ShouldBe("build Dyno with -p:DynoV8Systems=linux-riscv64 (docs/k6.md)");
    }
}
