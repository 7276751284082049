namespace Dyno.K6.Tests;

public sealed class AddressPoolTests
{
    [Theory]
    [InlineData("10.0.0.7", "10.0.0.7 10.0.0.7")]
    [InlineData("10.0.0.1,10.0.0.9,10.0.0.9", "10.0.0.1 10.0.0.9 10.0.0.9 10.0.0.1")]
    [InlineData("10.0.0.254-10.0.1.1", "10.0.0.254 10.0.0.255 10.0.1.0 10.0.1.1 10.0.0.254")]
    [InlineData(" 192.168.20.12-192.168.20.13 , 192.168.10.0/30", "192.168.20.12 192.168.20.13 192.168.10.1 192.168.10.2 192.168.20.12")]
    [InlineData("192.168.220.2/29", "192.168.220.1 192.168.220.2 192.168.220.3 192.168.220.4 192.168.220.5 192.168.220.6 192.168.220.1")]
    [InlineData("10.0.0.5/31", "10.0.0.4 10.0.0.5 10.0.0.4")]
    [InlineData("10.0.0.5/32", "10.0.0.5 10.0.0.5")]
    [InlineData("fd00::fffe-fd00::1:0", "fd00::fffe fd00::ffff fd00::1:0 fd00::fffe")]
    [InlineData("fd00:0:1::/120,10.0.0.1", "fd00:0:1:: fd00:0:1::1 fd00:0:1::2")]
    [InlineData("::/0,10.0.0.1", ":: ::1 ::2")]
    public void Gives_addresses_to_users_in_turn(string text, string expected)
    {
        AddressPool.TryParse(text, out var pool, out _).ShouldBeTrue();
        var wanted = expected.Split(' ');
        Enumerable.Range(1, wanted.Length).Select(user => pool.Of(user).ToString()).ShouldBe(wanted);
        pool.Of(0).ShouldBe(pool.Of(1));
    }

    [Fact]
    public void Comes_to_the_first_again_after_the_last()
    {
        AddressPool.TryParse("10.0.0.0/24,10.1.0.1", out var pool, out _).ShouldBeTrue();
        pool.Count.ShouldBe((UInt128)255);
        (pool.Of(254).ToString(), pool.Of(255).ToString(), pool.Of(256).ToString()).ShouldBe(("10.0.0.254", "10.1.0.1", "10.0.0.1"));
    }

    [Theory]
    [InlineData("10.0.0.1,nonsense", "nonsense")]
    [InlineData("10.0.0.1,", "")]
    [InlineData("10.0.0.9-10.0.0.1", "10.0.0.9-10.0.0.1")]
    [InlineData("10.0.0.1-fd00::1", "10.0.0.1-fd00::1")]
    [InlineData("10.0.0.0/33", "10.0.0.0/33")]
    [InlineData("10.0.0.0/-1", "10.0.0.0/-1")]
    [InlineData("fd00::/129", "fd00::/129")]
    [InlineData("10.0.0.1,fe80::1%eth0", "fe80::1%eth0")]
    [InlineData("10.0.0", "10.0.0")]
    [InlineData("10.0.0.256", "10.0.0.256")]
    [InlineData("localhost", "localhost")]
    public void Names_the_part_that_is_wrong(string text, string expected)
    {
        AddressPool.TryParse(text, out _, out var wrong).ShouldBeFalse();
        wrong.ShouldBe(expected);
    }
}
