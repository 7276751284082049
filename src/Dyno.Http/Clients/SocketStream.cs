namespace Dyno.Http;

/// <summary>
/// A socket of a loop as the stream beneath an <see cref="SslStream"/>: .NET's TLS then continues inside the loop's wait.
/// Used on the loop's thread only.
/// </summary>
internal sealed class SocketStream(LoopSocket socket) : Stream
{
    public ClientDeadline Deadline { get; set; }

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override bool CanSeek => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => socket.ReceiveAsync(buffer, Deadline);

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var sending = socket.SendAsync(buffer, Deadline);
        return sending.IsCompletedSuccessfully ? default : FinishAsync(sending);
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override void Flush()
    {
        // The stream has no buffer.
    }

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException("the loop's thread must not wait");

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException("the loop's thread must not wait");

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing) socket.Dispose();
        base.Dispose(disposing);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask FinishAsync(ValueTask<int> sending) => await sending.ConfigureAwait(false);
}
