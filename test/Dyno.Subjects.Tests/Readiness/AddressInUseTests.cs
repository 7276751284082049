namespace Dyno.Subjects.Tests;

public sealed class AddressInUseTests
{
    [Theory]
    [InlineData("Unhandled exception. System.IO.IOException: Failed to bind to address http://127.0.0.1:5000: address already in use.", "127.0.0.1:5000", 5000)]
    [InlineData("      System.IO.IOException: Failed to bind to address https://[::]:7001: address already in use.", "[::]:7001", 7001)]
    [InlineData("Failed to bind to address http://shop.local:80: address already in use.", "shop.local:80", 80)]
    [InlineData("Error: listen EADDRINUSE: address already in use 127.0.0.1:3000", "127.0.0.1:3000", 3000)]
    [InlineData("Error: listen EADDRINUSE: address already in use :::3000", ":::3000", 3000)]
    [InlineData("12:30:05 main.go:42: listen tcp :8080: bind: address already in use", "port 8080", 8080)]
    [InlineData("2026-01-02T12:30:05 OSError: [Errno 98] Address already in use (localhost:8000)", "localhost:8000", 8000)]
    public void The_address_is_read_from_what_servers_write(string line, string address, int port) =>
        AddressInUse.In(["info: started", line]).ShouldBe([new AddressInUse(line, address, port)]);

    [Theory]
    [InlineData("Failed to bind to address: address already in use.")]
    [InlineData(" ---> System.Net.Sockets.SocketException (98): Address already in use")]
    [InlineData("12:30:05 Program.cs:42: address already in use")]
    public void A_line_without_an_address_names_none(string line) => AddressInUse.In([line]).ShouldBe([new AddressInUse(line, null, null)]);

    [Fact]
    public void Nothing_is_read_from_other_lines() => AddressInUse.In(["Now listening on: http://127.0.0.1:5000"]).ShouldBeEmpty();
}
