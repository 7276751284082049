using System.Collections.Frozen;

namespace Dyno.Profiling.Tests;

/// <summary>The delegate of a minimal API's endpoint, in which the handler and what it calls are inlined.</summary>
public sealed class DynamicMethodTests
{
    private static readonly DynamicMethod Endpoint = new(
    [
        Method("Program.Main.lambda", "<<Main>$>b__0_0", "Prices.Load", "Load", "Prices.Render", "Render"),
        Method("Prices.Load", "Load", "List..ctor", ".ctor", "List.Sort", "Sort"),
        Method("Prices.Render", "Render", "Checks.Check", "Check", "String.Join", "Join", "IWriter.Write", "Write"),
        Method("Checks.Check", "Check", "Regex..ctor", ".ctor", "Regex.IsMatch", "IsMatch"),
    ], (calls, callee) => callee == "System.Array.Sort" && calls.Contains("Sort"));

    [Theory]
    [InlineData("System.Text.RegularExpressions.Regex..ctor", "Checks.Check", "Prices.Render", "Program.Main.lambda")]
    [InlineData("System.Collections.Generic.List..ctor", "Prices.Load", "Program.Main.lambda")]
    [InlineData("System.String.Join", "Prices.Render", "Program.Main.lambda")]
    [InlineData("Shop.FileWriter.Write", "Prices.Render", "Program.Main.lambda")]
    [InlineData("System.Array.Sort", "Prices.Load", "Program.Main.lambda")]
    [InlineData("Microsoft.AspNetCore.Http.HttpResponseWritingExtensions.WriteAsync")]
    [InlineData("System.Object..ctor")]
    public void A_call_belongs_to_the_method_whose_code_makes_it(string callee, params string[] callers) =>
        Endpoint.CallersOf(new CodeFrame(callee, FrameKind.Framework)).Select(f => f.Name).ShouldBe(callers);

    [Fact]
    public void Its_own_code_is_the_outermost_methods() => Endpoint.CallersOf(null).Select(f => f.Name).ShouldBe(["Program.Main.lambda"]);

    /// <summary>As in what Entity Framework makes to read the rows of a table.</summary>
    [Fact]
    public void The_code_that_fills_an_object_is_not_that_of_its_constructor_and_its_setters() =>
        new DynamicMethod([Method("Order..ctor", ".ctor"), Method("Order.set_Id", "set_Id")], (_, _) => false).CallersOf(null).ShouldBeEmpty();

    [Fact]
    public void Native_code_and_stubs_have_no_caller_among_them()
    {
        Endpoint.CallersOf(new CodeFrame("libc.so.6!Sort", FrameKind.Native)).ShouldBeEmpty();
        Endpoint.CallersOf(new CodeFrame("[inlined]", FrameKind.Framework)).ShouldBeEmpty();
    }

    private static InlinedMethod Method(string source, string name, params string[] calls) =>
        new(new CodeFrame(source, FrameKind.User), name, calls.ToFrozenSet(StringComparer.Ordinal));
}
