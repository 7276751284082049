using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Dyno.Bench;

/// <summary>
/// A server so cheap that the client is the bottleneck: one thread, epoll, the same bytes for every request. It runs in a separate
/// process (<c>Dyno.Bench serve [--tls]</c>), writes its port on the first line, and ends when its standard input ends.
/// </summary>
internal sealed unsafe class CannedServer
{
    private const int BufferBytes = 16 * 1024;
    private readonly int _listener;
    private readonly int _epoll = Libc.EpollCreate(0);
    private readonly EpollEvents _events = new(512);
    private readonly byte* _buffer = (byte*)NativeMemory.Alloc(BufferBytes);
    private readonly byte* _response;
    private readonly int _responseLength;
    private readonly nint _tls;
    private readonly nint[] _sessions = new nint[100_000];

    private CannedServer(bool tls)
    {
        ReadOnlySpan<byte> response = CannedResponse.Bytes;
        _responseLength = response.Length;
        _response = (byte*)NativeMemory.Alloc((nuint)response.Length);
        response.CopyTo(new Span<byte>(_response, response.Length));
        _tls = tls ? CreateTlsContext() : 0;
        _listener = Libc.Socket(Libc.AddressFamilyInet, Libc.StreamNonBlocking, 0);
        Port = Bind(_listener);
        EpollEvents.Add(_epoll, _listener, Libc.EpollIn);
    }

    private int Port { get; }

    public static int Run(string[] arguments)
    {
        var server = new CannedServer(arguments.Contains("--tls"));
        Console.WriteLine(server.Port);
        new Thread(() =>
        {
            while (Console.In.Read() >= 0) { }
            Environment.Exit(0);
        })
        { IsBackground = true }.Start();
        server.Serve();
        return 0;
    }

    private void Serve()
    {
        while (true)
        {
            var count = _events.Wait(_epoll);
            for (var i = 0; i < count; i++)
            {
                var file = _events.FileAt(i);
                if (file == _listener) AcceptAll();
                else if (_tls == 0) Answer(file);
                else AnswerEncrypted(file);
            }
        }
    }

    private void AcceptAll()
    {
        int socket;
        while ((socket = Libc.Accept(_listener, null, null, Libc.NonBlocking)) >= 0)
        {
            var on = 1;
            _ = Libc.SetOption(socket, 6, 1, &on, sizeof(int)); // IPPROTO_TCP, TCP_NODELAY
            if (_tls != 0) _sessions[socket] = NewSession(socket);
            EpollEvents.Add(_epoll, socket, Libc.EpollIn | Libc.EpollEdgeTriggered | Libc.EpollPeerClosed);
        }
    }

    private void Answer(int socket)
    {
        var received = Libc.Receive(socket, _buffer, BufferBytes, 0);
        if (received == 0) _ = Libc.Close(socket);
        else if (received > 0 && EndsHead(received)) Libc.Send(socket, _response, _responseLength, Libc.NoSignal);
    }

    /// <summary>Reads within TLS. The handshake continues inside the read. With one request in flight, one record is one request.</summary>
    private void AnswerEncrypted(int socket)
    {
        var session = _sessions[socket];
        OpenSsl.ClearErrors();
        while (true)
        {
            var received = OpenSsl.Read(session, _buffer, BufferBytes);
            if (received <= 0)
            {
                const int wantRead = 2, wantWrite = 3;
                if (OpenSsl.GetError(session, received) is wantRead or wantWrite) return;
                OpenSsl.FreeSession(session);
                _ = Libc.Close(socket);
                return;
            }

            if (!EndsHead(received)) continue;
            _ = OpenSsl.Write(session, _response, _responseLength);
            return;
        }
    }

    /// <summary>Whether the last four bytes are CR LF CR LF.</summary>
    private bool EndsHead(nint received) => received >= 4 && *(uint*)(_buffer + received - 4) == 0x0A0D0A0D;

    private nint NewSession(int socket)
    {
        var session = OpenSsl.NewSession(_tls);
        _ = OpenSsl.SetSocket(session, socket);
        OpenSsl.SetAcceptState(session);
        OpenSsl.SetReadAhead(session, 1);
        return session;
    }

    private static int Bind(int listener)
    {
        var address = stackalloc byte[16];
        new Span<byte>(address, 16).Clear();
        (address[0], address[4], address[7]) = (Libc.AddressFamilyInet, 127, 1); // 127.0.0.1, any port
        var length = 16;
        if (Libc.Bind(listener, address, length) < 0 || Libc.Listen(listener, 4096) < 0)
            throw new BenchException("the canned server cannot listen");
        _ = Libc.GetName(listener, address, &length);
        return address[2] << 8 | address[3];
    }

    private static nint CreateTlsContext()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var today = DateTimeOffset.UtcNow;
        using var certificate = request.CreateSelfSigned(today.AddDays(-1), today.AddDays(2));
        var file = Path.GetTempFileName();
        File.WriteAllText(file, certificate.ExportCertificatePem() + "\n" + key.ExportPkcs8PrivateKeyPem());
        const int pem = 1;
        var context = OpenSsl.NewContext(OpenSsl.ServerMethod());
        var loaded = OpenSsl.UseCertificateFile(context, file, pem) == 1 && OpenSsl.UseKeyFile(context, file, pem) == 1;
        File.Delete(file);
        return loaded ? context : throw new BenchException("OpenSSL did not take the test certificate");
    }
}
