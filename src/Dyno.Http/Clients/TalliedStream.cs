namespace Dyno.Http;

/// <summary>Counts the bytes read and written through a stream.</summary>
internal sealed class TalliedStream(Stream stream, ByteTally bytes) : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var read = await stream.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        bytes.Received(read);
        return read;
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        bytes.Sending(buffer.Length);
        return stream.WriteAsync(buffer, cancellationToken);
    }

    public override Task FlushAsync(CancellationToken cancellationToken) => stream.FlushAsync(cancellationToken);

    public override int Read(byte[] buffer, int offset, int count)
    {
        var read = stream.Read(buffer, offset, count);
        bytes.Received(read);
        return read;
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
        bytes.Sending(count);
        stream.Write(buffer, offset, count);
    }

    public override void Flush() => stream.Flush();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing) stream.Dispose();
        base.Dispose(disposing);
    }
}
