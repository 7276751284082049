using Dyno.Load.Engine;

namespace Dyno.Http.Linux;

/// <content>TLS: the handshake, and bytes through libssl.</content>
internal sealed unsafe partial class LinuxWorker
{
    private readonly RequestErrorKind _tlsKind = RequestErrorKind.Tls;
    private readonly string? _tlsDetail = "";

    private void BeginHandshake(int index, Connection* c, long now) => throw new NotSupportedException();

    private void ContinueHandshake(int index, Connection* c) => throw new NotSupportedException();

    private nint TransmitTls(Connection* c, byte* bytes, int length) => throw new NotSupportedException();

    private nint ReceiveTls(Connection* c, byte* destination, int length) => throw new NotSupportedException();

    private void EndTls(Connection* c) => throw new NotSupportedException();
}
