namespace Dyno.Http.Tests;

public class PortableAnswerTests : AnswerTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableConnectionTests : ConnectionTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableFaultTests : FaultTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableDriverFuzzTests : DriverFuzzTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableSendingTests : SendingTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableTlsTests : TlsTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableIterationTests : IterationTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableHttp2Tests : Http2DriverTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableNghttpdTests : NghttpdTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableGrpcTests : GrpcDriverTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableWebSocketTests : WebSocketDriverTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableWebSocketFaultTests : WebSocketFaultTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableEventTests : EventDriverTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableClosedTests : ClosedInEachStateTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableLyingSocketsTests : LyingSocketsTests
{
    protected override DriverChoice Driver => DriverChoice.Portable;
}

public class PortableManyTests
{
    [Theory]
    [InlineData(8)]
    [InlineData(300)]
    public void Every_answer_is_read_once_however_many_connections_wait_for_theirs(int users)
    {
        using var server = new QuietServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"u8);
        var seen = (DriverRun.To(server.Url, "a", "b") with { Driver = DriverChoice.Portable }).Iterate(users, 20_000);
        seen.Good.ShouldBe(40_000);
        seen.Failed.ShouldBe(0);
        seen.Recorder.Iterations.ShouldBe(20_000);
        seen.Recorder.ConnectionsOpened.ShouldBe(users);
    }
}

/// <summary>Memory of the whole process, so nothing else runs meanwhile.</summary>
[Collection(nameof(Alone))]
public class PortableUploadTests
{
    [Fact]
    public async Task An_upload_over_TLS_that_the_server_does_not_read_is_not_kept_twice()
    {
        const int Megabyte = 1 << 20;
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var url = new Uri($"https://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/");
        using var over = new CancellationTokenSource();
        var serving = ShakeHandsOnlyAsync(listener, over.Token);
        long before = 0, after = 0;
        var run = new DriverRun
        {
            Driver = DriverChoice.Portable,
            Requests = [DriverRun.Get(url) with { Method = "POST", Body = new byte[25 * Megabyte] }],
            Options = new HttpOptions { Timeout = TimeSpan.FromSeconds(1), Tls = new TlsClientOptions { CaFile = TestCertificates.AuthorityFile } },
            AroundPhase = phase =>
            {
                if (phase == 0) before = GC.GetTotalAllocatedBytes(precise: true);
                else after = GC.GetTotalAllocatedBytes(precise: true);
            },
        };
        var seen = await Task.Run(() => run.Iterate(1, 1), TestContext.Current.CancellationToken);
        seen.Errors(RequestErrorKind.Timeout).ShouldBe(1);
        (after - before).ShouldBeLessThan(15L * Megabyte);
        await over.CancelAsync();
        await serving;
    }

    private static async Task ShakeHandsOnlyAsync(TcpListener listener, CancellationToken over)
    {
        using var client = await listener.AcceptTcpClientAsync(over);
        await using var tls = new SslStream(client.GetStream());
        await tls.AuthenticateAsServerAsync(TestCertificates.Good);
        await Task.Delay(Timeout.Infinite, over).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
