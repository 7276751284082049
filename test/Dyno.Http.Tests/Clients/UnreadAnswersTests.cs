using System.Net;
using System.Net.Sockets;
using Dyno.Http.Clients;
using Dyno.Http.Requests;
using Dyno.Testing.Servers;

namespace Dyno.Http.Tests.Clients;

/// <summary>Whose answer has come and was not taken is seen from outside.</summary>
public sealed class UnreadAnswersTests : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly UnreadAnswers _unread = new(4);

    public UnreadAnswersTests()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere nobody is asked");
        _listener.Start();
    }

    public void Dispose()
    {
        _listener.Dispose();
        _unread.Dispose();
    }

    [Fact]
    public async Task A_client_counts_from_the_arrival_of_its_answer_until_its_thread_waits_no_more()
    {
        var (client, server) = await ConnectAsync();
        using (client)
        using (server)
        {
            var wait = new AnswerWait();
            Count(wait).ShouldBe(0);
            wait.Begin((int)client.Handle);
            Count(wait).ShouldBe(0);

            server.Send([1]);
            SpinWait.SpinUntil(() => Count(wait) == 1, TimeSpan.FromSeconds(30)).ShouldBeTrue();

            wait.End();
            Count(wait).ShouldBe(0);
        }
    }

    [Fact]
    public async Task A_connection_that_the_server_closed_counts_too_for_its_thread_has_something_to_do()
    {
        var (client, server) = await ConnectAsync();
        using (client)
        {
            var wait = new AnswerWait();
            wait.Begin((int)client.Handle);
            server.Dispose();
            SpinWait.SpinUntil(() => Count(wait) == 1, TimeSpan.FromSeconds(30)).ShouldBeTrue();
        }
    }

    [Fact]
    public async Task More_clients_than_there_is_room_for_are_left_out()
    {
        var (client, server) = await ConnectAsync();
        using (client)
        using (server)
        {
            server.Send([1]);
            var wait = new AnswerWait();
            wait.Begin((int)client.Handle);
            SpinWait.SpinUntil(() => Count(wait) == 1, TimeSpan.FromSeconds(30)).ShouldBeTrue();
            Count(wait, wait, wait, wait, wait, wait).ShouldBe(4);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_client_that_blocks_says_at_which_connection_it_waits(bool tls)
    {
        var mayAnswer = new TaskCompletionSource();
        await using var server = await KestrelServer.StartAsync(new KestrelOptions { Certificate = tls ? TestCertificates.Good : null }, async context =>
        {
            await mayAnswer.Task;
            context.Response.StatusCode = 204;
        });
        var network = new WireNetwork(new HttpOptions { Tls = new TlsClientOptions { CaFile = TestCertificates.AuthorityFile } });
        var wait = new AnswerWait();
        using var client = new WireClient(network, new WireClientOptions { AnswerWait = wait });
        var sending = Task.Factory.StartNew(() => client.Send(new WireRequest { Method = "GET", Url = server.Url }), TaskCreationOptions.LongRunning);
        SpinWait.SpinUntil(() => wait.File >= 0 && !server.Seen.IsEmpty, TimeSpan.FromSeconds(30)).ShouldBeTrue();

        mayAnswer.SetResult();

        (await sending).Status.ShouldBe(204);
        wait.File.ShouldBe(-1);
    }

    private int Count(params ReadOnlySpan<AnswerWait> waits)
    {
        foreach (var wait in waits) _unread.Add(wait);
        return _unread.Count();
    }

    private async Task<(Socket Client, Socket Server)> ConnectAsync()
    {
        var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await client.ConnectAsync(_listener.LocalEndpoint, TestContext.Current.CancellationToken);
        return (client, await _listener.AcceptSocketAsync(TestContext.Current.CancellationToken));
    }
}
