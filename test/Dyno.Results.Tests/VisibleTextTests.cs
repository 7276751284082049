namespace Dyno.Results.Tests;

public sealed class VisibleTextTests
{
    [Theory]
    [InlineData("GET /hello µ ü 漢", "GET /hello µ ü 漢")]
    [InlineData("a\u001b[31mb", "a\uFFFD[31mb")]
    [InlineData("a\u009b31mb", "a\uFFFD31mb")]
    [InlineData("invoice\u202Efdp.exe", "invoice\uFFFDfdp.exe")]
    [InlineData("a\u0000b\u007fc\u2066d", "a\uFFFDb\uFFFDc\uFFFDd")]
    public void Nothing_steers_the_screen_or_turns_the_text(string text, string shown) => VisibleText.Of(text).ShouldBe(shown);

    [Fact]
    public void Lines_stay_or_become_one()
    {
        VisibleText.Of("a\nb\tc").ShouldBe("a\nb\tc");
        VisibleText.OnOneLine("a\r\nb\tc\u001b").ShouldBe("a b c\uFFFD");
    }

    [Theory]
    [InlineData("=1+1", "'=1+1")]
    [InlineData("@cmd", "'@cmd")]
    [InlineData("+a,b", "\"'+a,b\"")]
    [InlineData("say \"x\"", "\"say \"\"x\"\"\"")]
    [InlineData("http://h/?a=b", "http://h/?a=b")]
    public void Fields_of_tables_are_no_formulas(string text, string field) => CsvField.Of(text).ShouldBe(field);
}
