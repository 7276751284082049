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
    private readonly SocketAsyncEventArgs _sending = new(true);
    private readonly SocketAsyncEventArgs _receiving = new(true);
    private Socket? _socket;
    private byte[]? _sendArray;
    private byte[]? _receiveArray;

    public SocketTransport(ITransportOwner owner)
    {
        _owner = owner;
        _sending.Completed += OnSendingCompleted;
        _receiving.Completed += OnReceivingCompleted;
    }

    public override bool Open(EndPoint endpoint)
    {
        try
        {
            _socket = Sockets.Create(endpoint);
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
            // Nearly always the system takes all at once: a plain call, without the asynchronous one's state.
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
        try
        {
            SetBuffer(_receiving, ref _receiveArray, buffer);
            if (_socket!.ReceiveAsync(_receiving)) return true;
            NoteReceived();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            ReceiveError = Kind(e);
        }
        return false;
    }

    public override void Dispose() => _socket?.Dispose();

    /// <summary>A stream socket on some systems takes less than all: the rest is still to be sent.</summary>
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
        IsBacklogFull = error == SocketError.WouldBlock; // only Unix sockets say so
        if (error == SocketError.Success) _socket!.Blocking = false; // a send says so when it would have to wait
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

    /// <summary>Setting another range of the same array is much cheaper than setting another memory.</summary>
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
