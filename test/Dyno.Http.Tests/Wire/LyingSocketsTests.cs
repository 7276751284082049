using Microsoft.AspNetCore.Server.Kestrel.Core;
using KestrelServer = Dyno.Testing.KestrelServer;

namespace Dyno.Http.Tests;

/// <summary>A system that reports what has not happened: sockets that are ready for nothing, and events of sockets that are closed.</summary>
public class LyingSocketsTests : DriverTests
{
    [Theory]
    [InlineData(HttpVersionChoice.Http11, false)]
    [InlineData(HttpVersionChoice.Http11, true)]
    [InlineData(HttpVersionChoice.Http2, false)]
    [InlineData(HttpVersionChoice.Http2, true)]
    public async Task A_wait_that_lies_costs_time_and_nothing_else(HttpVersionChoice version, bool isTls)
    {
        await using var server = await KestrelServer.StartAsync(new KestrelOptions
        {
            Protocols = version == HttpVersionChoice.Http2 ? HttpProtocols.Http2 : HttpProtocols.Http1,
            Certificate = isTls ? TestCertificates.Good : null,
        });
        var run = DriverRun.To(server.Url) with
        {
            Options = new HttpOptions { Version = version, StreamsPerConnection = 3, Tls = new TlsClientOptions { CaFile = TestCertificates.AuthorityFile } },
        };
        var lies = 0;
        var seen = (run with
        {
            Create = options => new LoadWorkload(HttpSession.Create(run.Requests, options), Current)
            {
                Between = sockets => new LyingSockets(sockets, 8, () => lies++),
            },
        }).Iterate(users: 8, iterations: 400);
        seen.Good.ShouldBe(400, seen.Example(RequestErrorKind.Protocol) ?? seen.Example(RequestErrorKind.Tls));
        seen.Recorder.Reconnects.ShouldBe(0);
        lies.ShouldBeGreaterThan(0);
    }

    /// <summary>
    /// After each event another one for each connection opened so far: readable and writable, though it is not; and one of an earlier socket.
    /// </summary>
    private sealed unsafe class LyingSockets(LoopSockets real, int connections, Action lie) : LoopSockets
    {
        private readonly uint[] _generations = new uint[connections];
        private readonly bool[] _isConnected = new bool[connections];
        private int _opened; // streams share connections, so fewer than users may be opened
        private int _real;

        public override string FailureText => real.FailureText;

        public override bool WasProtocolRefused => real.WasProtocolRefused;

        public override nint Open(int index, Connection* c, PeerAddress address)
        {
            (_generations[index], _isConnected[index]) = (c->Generation, false);
            _opened = Math.Max(_opened, index + 1);
            return Told(real.Open(index, c, address));
        }

        public override nint FinishConnect(Connection* c, SocketEvents events) => Told(real.FinishConnect(c, events));

        public override bool BeginTls(Connection* c, HttpOrigin origin) => real.BeginTls(c, origin);

        public override nint ShakeHands(Connection* c) => Told(real.ShakeHands(c));

        public override bool HasChosenHttp2(Connection* c) => real.HasChosenHttp2(c);

        public override string? NewTlsText(Connection* c) => real.NewTlsText(c);

        public override nint Send(Connection* c, byte* bytes, int length) => Told(real.Send(c, bytes, length));

        public override nint Receive(Connection* c, byte* into, int length) => Told(real.Receive(c, into, length));

        public override bool MayHoldMore(Connection* c, int total) => real.MayHoldMore(c, total);

        public override int Unacknowledged(Connection* c) => real.Unacknowledged(c);

        public override void Close(Connection* c) => real.Close(c);

        public override int For(long nanos)
        {
            _real = real.For(nanos);
            for (var i = 0; i < _real; i++)
                if ((real.EventAt(i, out var connection, out _) & SocketEvents.Writable) != 0) _isConnected[connection] = true;
            return _real == 0 ? 0 : _real + 2 * _opened;
        }

        public override SocketEvents EventAt(int index, out int connection, out uint generation)
        {
            if (index < _real) return real.EventAt(index, out connection, out generation);
            lie();
            connection = (index - _real) % _opened;
            generation = _generations[connection] - (index - _real < _opened ? 0u : 1u);
            return _isConnected[connection] ? SocketEvents.Readable | SocketEvents.Writable : SocketEvents.Readable;
        }

        public override void Dispose() => real.Dispose();

        private nint Told(nint result)
        {
            FailureKind = real.FailureKind;
            return result;
        }
    }
}
