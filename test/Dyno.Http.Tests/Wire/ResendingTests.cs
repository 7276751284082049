namespace Dyno.Http.Tests;

/// <summary>What the system tells about a request whose connection ended, on real connections.</summary>
public sealed class ResendingTests
{
    private static readonly byte[] Request = new byte[100];

    [Fact]
    public async Task A_request_that_met_a_closed_connection_cannot_have_begun()
    {
        using var pair = await Pair.OpenAsync();
        pair.Server.Close();
        await UntilAsync(() => pair.Client.Poll(0, SelectMode.SelectRead)); // the close has arrived; the client sends all the same
        pair.Client.Send(Request);

        pair.Client.Receive(new byte[1]).ShouldBe(0);
        Resending.CannotHaveBegun(RequestErrorKind.Closed, Request.Length, Sockets.Unacknowledged(pair.Client)).ShouldBeTrue();
    }

    [Fact]
    public async Task A_request_that_the_server_read_may_have_begun()
    {
        using var pair = await Pair.OpenAsync();
        pair.Client.Send(Request);
        await pair.Server.ReceiveAsync(new byte[Request.Length], TestContext.Current.CancellationToken);
        pair.Server.Close();

        pair.Client.Receive(new byte[1]).ShouldBe(0);
        Resending.CannotHaveBegun(RequestErrorKind.Closed, Request.Length, Sockets.Unacknowledged(pair.Client)).ShouldBeFalse();
    }

    [Theory]
    [InlineData(RequestErrorKind.Closed, 100, 100, true)]
    [InlineData(RequestErrorKind.Closed, 100, 250, true)]
    [InlineData(RequestErrorKind.Closed, 100, 99, false)]
    [InlineData(RequestErrorKind.Reset, 100, 100, false)]
    [InlineData(RequestErrorKind.Reset, 0, 0, true)]
    public void A_close_before_any_acknowledgement_is_proof_and_a_reset_is_none(RequestErrorKind kind, long sent, long unacknowledged, bool expected) =>
        Resending.CannotHaveBegun(kind, sent, unacknowledged).ShouldBe(expected);

    [Theory]
    [InlineData("GET", 0, true)]
    [InlineData("TRACE", 0, true)]
    [InlineData("GET", 1, false)]
    [InlineData("PUT", 0, false)]
    [InlineData("DELETE", 0, false)]
    [InlineData("POST", 0, false)]
    public void Go_repeats_what_is_safe_and_has_no_body(string method, int bodyBytes, bool expected) =>
        Resending.GoRepeats(method, bodyBytes).ShouldBe(expected);

    private static async Task UntilAsync(Func<bool> condition)
    {
        while (!condition()) await Task.Delay(1, TestContext.Current.CancellationToken);
    }

    private sealed record Pair(Socket Client, Socket Server) : IDisposable
    {
        public static async Task<Pair> OpenAsync()
        {
            using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            listener.Listen(1);
            var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await client.ConnectAsync(listener.LocalEndPoint!);
            return new Pair(client, await listener.AcceptAsync());
        }

        public void Dispose()
        {
            Client.Dispose();
            Server.Dispose();
        }
    }
}
