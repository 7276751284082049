namespace Dyno.Import.Tests;

/// <summary>The text behind <c>--curl</c>: pasted ones have lines, so that mistakes are told with line and column as in a file.</summary>
public sealed class CurlOptionTests
{
    [Theory]
    [InlineData("", "--curl:1:1: there is no curl command")]
    [InlineData("wget http://localhost/", "--curl:1:1: there is no curl command")]
    [InlineData("curl", "--curl:1:1: curl has no URL")]
    [InlineData("curl -X PSOT http://localhost/", "--curl:1:9: the method \"PSOT\" is not known  -> write POST")]
    [InlineData("curl http://localhost/ --compresed", "--curl:1:24: the option --compresed of curl is not known  -> write --compressed")]
    [InlineData("curl http://localhost/ \\\n  -H 'Accept json'", "--curl:2:6: header has no colon: \"Accept json\"")]
    [InlineData("curl http://localhost/ \\\n  -H 'X-Auth-Token foo bar'", "--curl:2:6: header has no colon: \"X-Auth-Token ***\"  -> write \"X-Auth-Token: ***\"")]
    [InlineData("curl http://localhost/ \\\n  -H 'Accept: json", "--curl:2:6: the quote ' is never closed")]
    [InlineData("curl http://localhost/ \\\n  --data \"$BODY\"", "--curl:2:11: the shell would insert a variable here")]
    [InlineData("curl ^\n  \"http://localhost/\" ^\n  -m ^\"soon^\"", "--curl:3:6: this is not a number of seconds: \"soon\"")]
    [InlineData("curl.exe `\n  -x proxy:1 http://localhost/", "--curl:2:6: Dyno does not support -x of curl")]
    [InlineData("curl\0", "--curl:1:5: this is not text")]
    public void A_mistake_is_told_with_its_line_and_column(string text, string message)
    {
        var refused = Should.Throw<UserFault>(() => InputReader.Read(new LoadRequest { Curl = text }));

        refused.Problems.Select(p => p.ToString()).ShouldContain(p => p.StartsWith(message, StringComparison.Ordinal), refused.Message);
        refused.Problems.ShouldAllBe(p => p.Line > 0 && p.Column > 0 && !string.IsNullOrEmpty(p.WriteInstead));
    }
}
