namespace Dyno.Http.Tests;

public sealed class HandshakePatienceTests
{
    private static readonly TimeSpan Short = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(10);

    [Fact]
    public void Is_short_until_a_handshake_was_finished()
    {
        var patience = new HandshakePatience(new HttpOptions { ConnectTimeout = Long, FirstHandshakeTimeout = Short });
        patience.Limit.ShouldBe(Short);
        patience.Finished();
        patience.IsShort.ShouldBeFalse();
        patience.Limit.ShouldBe(Long);
    }

    [Fact]
    public void Is_never_longer_than_the_time_to_connect()
    {
        var patience = new HandshakePatience(new HttpOptions { ConnectTimeout = Short, FirstHandshakeTimeout = Long });
        patience.IsShort.ShouldBeFalse();
        patience.Limit.ShouldBe(Short);
    }
}
