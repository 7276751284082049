using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Dyno.Http.Portable;
using Dyno.Load.Engine;
using Dyno.Testing.Servers;

namespace Dyno.Http.Tests.Portable;

public sealed class ReadinessPollTests : IDisposable, ITransportOwner
{
    private readonly EngineClock _clock = new();
    private readonly ReadinessPoll _poll;
    private readonly WorkerActivity _activity = new();
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly List<Socket> _peers = [];
    private readonly List<SocketTransport> _transports = [];
    private readonly BlockingCollection<(Transport Transport, TransportEvent What)> _told = [];
    private readonly byte[] _buffer = new byte[16];

    public ReadinessPollTests()
    {
        _poll = new ReadinessPoll(_clock);
        _poll.Begin(isWorthIt: true);
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(512);
    }

    public void Dispose()
    {
        foreach (var transport in _transports) transport.Dispose();
        foreach (var peer in _peers) peer.Dispose();
        _listener.Dispose();
        _told.Dispose();
    }

    void ITransportOwner.OnFinished(Transport transport, TransportEvent what) => _told.Add((transport, what));

    [Fact]
    public void Tells_who_is_connected_and_who_has_received()
    {
        Connect(3);
        _peers[1].Send("ab"u8);
        Next().ShouldBe((_transports[1], TransportEvent.Received));
        _transports[1].Received.ShouldBe(2);
        _buffer[..2].ShouldBe("ab"u8.ToArray());
        _peers[2].Dispose();
        Next().ShouldBe((_transports[2], TransportEvent.Received));
        _transports[2].Received.ShouldBe(0);
    }

    [Fact]
    public void Tells_who_cannot_be_connected()
    {
        var transport = new SocketTransport(this, _poll);
        _transports.Add(transport);
        if (transport.Open(new IPEndPoint(IPAddress.Loopback, FaultServers.RefusingPort()))) Next().ShouldBe((transport, TransportEvent.Opened));
        transport.SendError.ShouldBe(RequestErrorKind.Refused);
        _poll.HasWaiting.ShouldBeFalse();
    }

    [Fact]
    public void Waits_no_longer_than_it_may_and_for_nothing_that_was_closed()
    {
        Connect(2);
        _poll.Turn(_clock.NowNanos, _activity); // the past: looks only
        _told.Count.ShouldBe(0);
        _transports[0].Dispose();
        _peers[1].Send("a"u8);
        Next().ShouldBe((_transports[1], TransportEvent.Received));
        _poll.Turn(_clock.NowNanos, _activity);
        _poll.HasWaiting.ShouldBeFalse();
    }

    [Theory]
    [InlineData(16, true)]
    [InlineData(40, false)]
    [InlineData(200, false)]
    public void Lets_sockets_go_of_which_few_are_ready(int count, bool isWorthIt)
    {
        Connect(count);
        for (var turn = 0; turn < 200 && _poll.IsWorthIt; turn++) AnswerOne();
        _poll.IsWorthIt.ShouldBe(isWorthIt);
        if (isWorthIt) return;
        _poll.HasWaiting.ShouldBeFalse();
        AnswerAll();
        _poll.Begin(isWorthIt: true); // who received by itself comes back
        AnswerAll();
        _poll.HasWaiting.ShouldBeTrue();

        void AnswerOne()
        {
            _peers[0].Send("a"u8);
            Next().Transport.ShouldBe(_transports[0]);
            Receive(_transports[0]);
        }

        void AnswerAll()
        {
            foreach (var peer in _peers) peer.Send("b"u8);
            var told = Enumerable.Range(0, count).Select(_ => Next().Transport).ToList();
            told.ShouldBe(_transports, ignoreOrder: true);
            foreach (var transport in _transports) Receive(transport);
        }
    }

    [Fact]
    public void Keeps_sockets_of_which_many_are_ready()
    {
        Connect(100);
        for (var turn = 0; turn < 200; turn++)
        {
            for (var i = 0; i < 20; i++) _peers[i].Send("a"u8);
            for (var i = 0; i < 20; i++) Receive((SocketTransport)Next().Transport);
        }
        _poll.IsWorthIt.ShouldBeTrue();
    }

    private void Connect(int count)
    {
        for (var i = 0; i < count; i++)
        {
            var transport = new SocketTransport(this, _poll);
            _transports.Add(transport);
            if (transport.Open(_listener.LocalEndPoint!)) Next().ShouldBe((transport, TransportEvent.Opened));
            transport.SendError.ShouldBe(RequestErrorKind.None);
            _peers.Add(_listener.Accept());
            Receive(transport);
        }
    }

    private void Receive(SocketTransport transport) => transport.Receive(_buffer).ShouldBeTrue();

    /// <summary>What is told next, by the poll or by .NET's engine.</summary>
    private (Transport Transport, TransportEvent What) Next()
    {
        (Transport, TransportEvent) told;
        while (!_told.TryTake(out told, _poll.HasWaiting ? 0 : 10_000))
        {
            _poll.HasWaiting.ShouldBeTrue("nobody is told anything any more");
            _poll.Turn(_clock.NowNanos + 1_000_000_000, _activity);
        }
        return told;
    }
}
