using System.Net;
using System.Net.Sockets;

namespace Dyno.Results.Tests;

public sealed class HostAddressesTests
{
    [Theory]
    [InlineData("localhost", "127.0.0.1", "127.0.0.1 ::1")]
    [InlineData("LocalHost.", "::1", "::1 127.0.0.1")]
    [InlineData("api.localhost", "127.0.0.1 ::1", "127.0.0.1 ::1")]
    [InlineData("notlocalhost", "127.0.0.1", "127.0.0.1")]
    [InlineData("localhost.example.com", "10.0.0.1", "10.0.0.1")]
    public void A_name_of_this_machine_has_both_loopback_addresses(string host, string found, string expected)
    {
        Assert.SkipUnless(Socket.OSSupportsIPv6, "there is no ::1");
        HostAddresses.Completed(host, [.. found.Split(' ').Select(IPAddress.Parse)]).Select(a => a.ToString()).ShouldBe(expected.Split(' '));
    }

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("::1")]
    public async Task The_address_that_listens_is_found(string address)
    {
        Assert.SkipUnless(Socket.OSSupportsIPv6, "there is no ::1");
        using var listener = new TcpListener(IPAddress.Parse(address), 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;

        using var connected = await HostAddresses.ConnectAsync("localhost", port, TestContext.Current.CancellationToken);

        ((IPEndPoint)connected.RemoteEndPoint!).Address.ShouldBe(IPAddress.Parse(address));
    }

    [Fact]
    public async Task Where_nothing_listens_the_refusal_is_the_one_of_the_first_address()
    {
        using var closed = new TcpListener(IPAddress.Loopback, 0);
        closed.Start();
        var port = ((IPEndPoint)closed.LocalEndpoint).Port;
        closed.Stop();

        var refused = await Should.ThrowAsync<SocketException>(() => HostAddresses.ConnectAsync("localhost", port, TestContext.Current.CancellationToken));

        refused.SocketErrorCode.ShouldBe(SocketError.ConnectionRefused);
    }
}
