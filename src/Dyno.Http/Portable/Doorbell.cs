using System.Net.Sockets;

namespace Dyno.Http.Portable;

/// <summary>
/// A socket that talks to itself, to be told by .NET's event loop that it has gone round once: what is rung while the loop
/// handles one batch of events is heard with the next batch. One thread.
/// </summary>
internal sealed class Doorbell : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
    private readonly SocketAsyncEventArgs _receiving = new(true);
    private readonly Action _heard;

    /// <exception cref="SocketException">The system gives no such socket.</exception>
    public Doorbell(Action heard)
    {
        _heard = heard;
        var itself = new UnixDomainSocketEndPoint($"\0dyno-{Environment.ProcessId}-{Guid.NewGuid():N}"); // no file: Linux only
        _socket.Bind(itself);
        _socket.Connect(itself);
        _receiving.SetBuffer(new byte[1]);
        _receiving.Completed += (_, _) => Hear();
        if (!_socket.ReceiveAsync(_receiving)) throw new SocketException((int)SocketError.SocketError);
        _socket.Blocking = false;
    }

    /// <summary>Rings; false when the system would not take it.</summary>
    public bool TryRing() => _socket.Send([1], SocketFlags.None, out var error) == 1 && error == SocketError.Success;

    public void Dispose()
    {
        _socket.Dispose();
        _receiving.Dispose();
    }

    private void Hear()
    {
        try
        {
            do
            {
                if (_receiving.SocketError != SocketError.Success) return;
                _heard();
            }
            while (!_socket.ReceiveAsync(_receiving));
        }
        catch (ObjectDisposedException)
        {
            // Taken down by its owner, while another thread heard it.
        }
    }
}
