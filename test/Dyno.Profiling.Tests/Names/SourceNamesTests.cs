namespace Dyno.Profiling.Tests;

public sealed class SourceNamesTests
{
    [Theory]
    [InlineData("Shop.OrderService+<BuildAsync>d__12", "MoveNext", "Shop.OrderService.BuildAsync")]
    [InlineData("Shop.OrderService+<BuildAsync>d__12`1[System.__Canon]", "MoveNext", "Shop.OrderService.BuildAsync")]
    [InlineData("Shop.OrderService", "BuildAsync", "Shop.OrderService.BuildAsync")] // as .NET 11 names an async method of its own
    [InlineData("Shop.Prices+<>c__DisplayClass3_0", "<Total>b__1", "Shop.Prices.Total.lambda")]
    [InlineData("Shop.Prices+<>c", "<Total>b__3_0", "Shop.Prices.Total.lambda")]
    [InlineData("Program+<>c__DisplayClass0_0+<<<Main>$>b__2>d", "MoveNext", "Program.Main.lambda")]
    [InlineData("Shop.Prices", "<Total>g__Round|3_0", "Shop.Prices.Total.Round")]
    [InlineData("System.Collections.Generic.List`1[System.__Canon]", "Add", "System.Collections.Generic.List.Add")]
    [InlineData("System.Linq.Enumerable", "Select[System.__Canon,System.Int32]", "System.Linq.Enumerable.Select")]
    [InlineData("Program", "<Main>$", "Program.Main")]
    [InlineData("", "IL_STUB_PInvoke", "IL_STUB_PInvoke")]
    public void A_compiled_name_is_told_as_the_source_has_it(string type, string method, string expected) =>
        SourceNames.Of(type, method).ShouldBe(expected);
}
