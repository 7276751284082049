namespace Dyno.Inputs.Tests;

public sealed class HttpSettingsTests
{
    [Theory]
    [InlineData(null, 10, 3)]
    [InlineData("20s", 20, 20)]
    [InlineData("1s", 1, 1)]
    public void Who_says_how_long_connecting_may_take_gets_that_long_for_the_first_handshake_too(string? option, int connect, int handshake)
    {
        var problems = new ProblemList();
        var options = HttpSettings.Read(new LoadRequest { ConnectTimeout = option }, new FileSettings(), problems);
        problems.Count.ShouldBe(0);
        options.ConnectTimeout.ShouldBe(TimeSpan.FromSeconds(connect));
        options.FirstHandshakeTimeout.ShouldBe(TimeSpan.FromSeconds(handshake));
    }
}
