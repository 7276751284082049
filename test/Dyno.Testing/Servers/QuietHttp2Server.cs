using System.Buffers.Binary;

namespace Dyno.Testing;

/// <summary>
/// Speaks just enough HTTP/2 to answer each stream with the same frames. Each connection has one blocking thread, which allocates nothing,
/// for tests that measure the client's allocations in the same process.
/// </summary>
public sealed class QuietHttp2Server : IDisposable
{
    private const int Preface = 24;
    private const int FrameHeader = 9;
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly List<Socket> _open = [];
    private readonly byte[] _answer;

    /// <summary>Starts the server.</summary>
    /// <param name="answer">Whole frames, whose stream id the server fills in; null: status 200 and a body of five bytes.</param>
    public QuietHttp2Server(byte[]? answer = null)
    {
        _answer = answer ?? [0, 0, 1, 1, 4, 0, 0, 0, 0, 0x88, 0, 0, 5, 0, 1, 0, 0, 0, 0, .. "hello"u8];
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(512);
        Url = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndPoint!).Port}/");
        new Thread(Accept) { IsBackground = true }.Start();
    }

    /// <summary>Base address.</summary>
    public Uri Url { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        _listener.Dispose();
        lock (_open)
            foreach (var socket in _open) socket.Dispose();
    }

    private void Accept()
    {
        try
        {
            while (true)
            {
                var socket = _listener.Accept();
                socket.NoDelay = true;
                lock (_open) _open.Add(socket);
                new Thread(() => Serve(socket)) { IsBackground = true }.Start();
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The server was disposed of.
        }
    }

    private void Serve(Socket socket)
    {
        var (input, output) = (new byte[64 * 1024], new byte[256 * 1024]);
        var (kept, seen) = (0, false);
        try
        {
            while (socket.Receive(input, kept, input.Length - kept, SocketFlags.None) is > 0 and var received)
            {
                var end = kept + received;
                var at = seen ? 0 : Preface;
                if (end < at) { kept = end; continue; }
                var written = seen ? 0 : Greet(output);
                seen = true;
                for (int length; end - at >= FrameHeader && end - at >= FrameHeader + (length = Length(input, at)); at += FrameHeader + length)
                    written = Answer(input.AsSpan(at), output, written);
                kept = end - at;
                input.AsSpan(at, kept).CopyTo(input);
                if (written > 0) socket.Send(output, written, SocketFlags.None);
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The client closed the connection.
        }
    }

    // An empty SETTINGS frame, and a window that no test uses up.
    private static int Greet(byte[] output)
    {
        ReadOnlySpan<byte> frames = [0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 4, 8, 0, 0, 0, 0, 0, 0x7F, 0xFE, 0, 0];
        frames.CopyTo(output);
        return frames.Length;
    }

    private int Answer(ReadOnlySpan<byte> frame, byte[] output, int written)
    {
        var isEnd = frame[3] <= 1 && (frame[4] & 1) != 0;
        var isSettings = frame[3] == 4 && frame[4] == 0;
        if (isSettings)
        {
            output.AsSpan(written, FrameHeader).Clear();
            (output[written + 3], output[written + 4]) = (4, 1);
            return written + FrameHeader;
        }
        if (!isEnd) return written;
        _answer.CopyTo(output, written);
        for (var at = written; at < written + _answer.Length; at += FrameHeader + Length(output, at)) frame.Slice(5, 4).CopyTo(output.AsSpan(at + 5));
        return written + _answer.Length;
    }

    private static int Length(byte[] bytes, int at) => (bytes[at] << 16) | BinaryPrimitives.ReadUInt16BigEndian(bytes.AsSpan(at + 1));
}
