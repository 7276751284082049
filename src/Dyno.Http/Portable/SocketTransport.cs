using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Dyno.Http.Connections;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>
/// Plain TCP or a Unix socket. Two event arguments live as long as the connection, so sending and receiving allocate
/// nothing.
/// </summary>
internal sealed class SocketTransport : Transport
{
    private readonly ITransportOwner _owner;
    private readonly ReadinessPoll _poll;
    private readonly SocketAsyncEventArgs _sending = new(true);
    private readonly SocketAsyncEventArgs _receiving = new(true);
    private Socket? _socket;
    private byte[]? _sendArray;
    private byte[]? _receiveArray;
    private Memory<byte> _into;
    private volatile bool _isDisposed;

    public SocketTransport(ITransportOwner owner, ReadinessPoll poll)
    {
        (_owner, _poll) = (owner, poll);
        _sending.Completed += OnSendingCompleted;
        _receiving.Completed += OnReceivingCompleted;
    }

    /// <summary>The socket; null before it is opened and after it is closed.</summary>
    public Socket? Socket => _isDisposed ? null : _socket;

    public override int Unacknowledged => Sockets.Unacknowledged(Socket);

    public override bool Open(EndPoint endpoint)
    {
        try
        {
            _socket = Sockets.Create(endpoint);
            if (_poll.IsWorthIt && endpoint is IPEndPoint) return OpenPolled(_socket, endpoint);
            _sending.RemoteEndPoint = endpoint;
            if (_socket.ConnectAsync(_sending)) return true;
            NoteOpened(_sending.SocketError);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            SendError = Kind(e);
        }
        return false;
    }

    public override bool Send(ReadOnlyMemory<byte> bytes)
    {
        try
        {
            // The system nearly always accepts all bytes at once, so a plain call avoids the state of an asynchronous one.
            var sent = _socket!.Send(bytes.Span, SocketFlags.None, out var error);
            SendError = error == SocketError.WouldBlock ? RequestErrorKind.None : Kind(error);
            if (sent == bytes.Length || SendError != RequestErrorKind.None) return false;
            SetBuffer(_sending, ref _sendArray, MemoryMarshal.AsMemory(bytes[Math.Max(0, sent)..]));
            while (true)
            {
                if (_socket.SendAsync(_sending)) return true;
                if (!HasMoreToSend()) return false;
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            SendError = Kind(e);
            return false;
        }
    }

    public override bool Receive(Memory<byte> buffer)
    {
        _into = buffer;
        if (!_poll.IsWorthIt) return ReceiveAsync();
        _poll.AwaitBytes(this);
        return true;
    }

    /// <summary>Receives after the poll found that bytes are available.</summary>
    public void ReceiveNow()
    {
        try
        {
            if (Socket is not { } socket) return;
            Received = socket.Receive(_into.Span, SocketFlags.None, out var error);
            if (error == SocketError.WouldBlock) { _poll.AwaitBytes(this); return; }
            ReceiveError = Kind(error);
        }
        catch (ObjectDisposedException e)
        {
            ReceiveError = Kind(e);
        }
        _owner.OnFinished(this, TransportEvent.Received);
    }

    /// <summary>Receives asynchronously from now on: the poll has dropped this socket, and .NET's socket engine reports arriving bytes.</summary>
    public void ReceiveByItself()
    {
        if (Socket is not null && !ReceiveAsync()) _owner.OnFinished(this, TransportEvent.Received);
    }

    /// <summary>Finishes opening after the poll found that the socket is connected, or cannot be.</summary>
    public void FinishConnecting()
    {
        try
        {
            if (Socket is not { } socket) return;
            NoteOpened((SocketError)(int)socket.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error)!);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            SendError = Kind(e);
        }
        _owner.OnFinished(this, TransportEvent.Opened);
    }

    private bool ReceiveAsync()
    {
        try
        {
            SetBuffer(_receiving, ref _receiveArray, _into);
            if (_socket!.ReceiveAsync(_receiving)) return true;
            NoteReceived();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            ReceiveError = Kind(e);
        }
        return false;
    }

    public override void Dispose()
    {
        _isDisposed = true;
        _socket?.Dispose();
    }

    // An asynchronous connect would register the socket with .NET's socket engine for good; the engine would then wake for each answer.
    private bool OpenPolled(Socket socket, EndPoint endpoint)
    {
        socket.Blocking = false;
        try
        {
            socket.Connect(endpoint);
            NoteOpened(SocketError.Success);
            return false;
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.WouldBlock or SocketError.InProgress)
        {
            _poll.AwaitConnection(this);
            return true;
        }
    }

    /// <summary>Whether bytes are left to send: on some systems a stream socket accepts only a part.</summary>
    private bool HasMoreToSend()
    {
        SendError = Kind(_sending.SocketError);
        if (_sending.SocketError != SocketError.Success || _sending.BytesTransferred >= _sending.Count) return false;
        _sending.SetBuffer(_sending.Offset + _sending.BytesTransferred, _sending.Count - _sending.BytesTransferred);
        return true;
    }

    private void OnSendingCompleted(object? sender, SocketAsyncEventArgs e)
    {
        if (e.LastOperation == SocketAsyncOperation.Connect)
        {
            NoteOpened(e.SocketError);
            _owner.OnFinished(this, TransportEvent.Opened);
            return;
        }
        if (HasMoreToSend() && SendRest()) return;
        _owner.OnFinished(this, TransportEvent.Sent);
    }

    private bool SendRest()
    {
        try
        {
            do
            {
                if (_socket!.SendAsync(_sending)) return true;
            }
            while (HasMoreToSend());
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            SendError = Kind(e);
        }
        return false;
    }

    private void OnReceivingCompleted(object? sender, SocketAsyncEventArgs e)
    {
        NoteReceived();
        _owner.OnFinished(this, TransportEvent.Received);
    }

    private void NoteOpened(SocketError error)
    {
        SendError = Kind(error);
        IsBacklogFull = error == SocketError.WouldBlock; // only Unix sockets report WouldBlock here
        if (error == SocketError.Success) _socket!.Blocking = false; // a send that would have to wait returns WouldBlock
    }

    private void NoteReceived()
    {
        Received = _receiving.BytesTransferred;
        ReceiveError = Kind(_receiving.SocketError);
    }

    private RequestErrorKind Kind(SocketError error)
    {
        if (error != SocketError.Success) ErrorText = new SocketException((int)error).Message;
        return ErrorKinds.Of(error);
    }

    private RequestErrorKind Kind(Exception e)
    {
        ErrorText = e.Message;
        return e is SocketException socket ? ErrorKinds.Of(socket.SocketErrorCode) : RequestErrorKind.Closed;
    }

    /// <summary>Sets the buffer. Setting another range of the same array is much cheaper than setting another memory.</summary>
    private static void SetBuffer(SocketAsyncEventArgs e, ref byte[]? known, Memory<byte> memory)
    {
        if (!MemoryMarshal.TryGetArray<byte>(memory, out var segment)) { known = null; e.SetBuffer(memory); return; }
        if (ReferenceEquals(known, segment.Array))
        {
            if (e.Offset != segment.Offset || e.Count != segment.Count) e.SetBuffer(segment.Offset, segment.Count);
            return;
        }
        known = segment.Array;
        e.SetBuffer(segment.Array, segment.Offset, segment.Count);
    }
}
