using System.Buffers;
using System.Globalization;
using System.Text;

namespace Dyno.Serving;

/// <summary>Reads the requests of one connection, one after the other, however they are cut into pieces. For one flow at a time.</summary>
/// <param name="stream">Where they come from, and where <c>100 Continue</c> goes.</param>
/// <param name="mostBodyBytes">Of the content of each.</param>
internal sealed class RequestReader(Stream stream, int mostBodyBytes)
{
    private const int MostHeadBytes = 16 * 1024;
    private const int MostChunkLineBytes = 1024;
    private static readonly byte[] Continue = "HTTP/1.1 100 Continue\r\n\r\n"u8.ToArray();
    private readonly byte[] _buffer = new byte[MostHeadBytes + 1024];
    private int _start;
    private int _end;

    private ReadOnlySpan<byte> Unread => _buffer.AsSpan(_start, _end - _start);

    /// <summary>Waits until a request begins.</summary>
    /// <returns>False: the sender has gone.</returns>
    public async ValueTask<bool> BeginsAsync(CancellationToken cancellation)
    {
        while (true)
        {
            while (Unread.StartsWith("\r\n"u8)) _start += 2; // after the content of an old client's request (RFC 9112, 2.2)
            if (Unread.Length > 1 || (Unread.Length == 1 && Unread[0] != '\r')) return true;
            if (!await FillAsync(cancellation)) return false;
        }
    }

    /// <summary>Reads a request whole.</summary>
    /// <exception cref="RefusedRequest">It cannot be answered.</exception>
    /// <exception cref="EndOfStreamException">The sender has gone.</exception>
    public async ValueTask<(RequestHead Head, byte[] Body)> ReadAsync(CancellationToken cancellation)
    {
        var head = RequestHead.Read(await ReadHeadAsync(cancellation));
        if (head.Length > mostBodyBytes) throw TooLong();
        if (!head.IsChunked && head.Length == 0) return (head, []);
        if (head.AwaitsContinue && Unread.IsEmpty) await stream.WriteAsync(Continue, cancellation);
        return (head, head.IsChunked ? await ReadChunksAsync(cancellation) : await ReadBytesAsync((int)head.Length, cancellation));
    }

    private async ValueTask<byte[]> ReadHeadAsync(CancellationToken cancellation)
    {
        for (var looked = 0; ;)
        {
            var end = Unread[looked..].IndexOf("\r\n\r\n"u8);
            if (end >= 0)
            {
                var head = Unread[..(looked + end)].ToArray();
                _start += looked + end + 4;
                return head.Length <= MostHeadBytes ? head : throw HeadTooLong();
            }
            looked = Math.Max(0, Unread.Length - 3);
            if (Unread.Length > MostHeadBytes) throw HeadTooLong();
            await FillOrThrowAsync(cancellation);
        }
    }

    private async ValueTask<byte[]> ReadBytesAsync(int count, CancellationToken cancellation)
    {
        var body = new byte[count];
        var buffered = Math.Min(count, Unread.Length);
        Unread[..buffered].CopyTo(body);
        _start += buffered;
        await stream.ReadExactlyAsync(body.AsMemory(buffered), cancellation);
        return body;
    }

    // RFC 9112, 7.1: extensions and trailers are read over.
    private async ValueTask<byte[]> ReadChunksAsync(CancellationToken cancellation)
    {
        var body = new ArrayBufferWriter<byte>();
        while (true)
        {
            var line = await ReadLineAsync(cancellation);
            var digits = line.Split(';', 2)[0].TrimEnd(' ', '\t');
            if (!int.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var size) || size < 0)
                throw new RefusedRequest(400, "a chunk begins without its size");
            if (size == 0) break;
            if (size > mostBodyBytes - body.WrittenCount) throw TooLong();
            body.Write(await ReadBytesAsync(size, cancellation));
            if ((await ReadLineAsync(cancellation)).Length > 0) throw new RefusedRequest(400, "a chunk is longer than it says");
        }
        for (var left = MostHeadBytes; await ReadLineAsync(cancellation) is { Length: > 0 } trailer;)
            if ((left -= trailer.Length + 2) < 0) throw HeadTooLong();
        return body.WrittenSpan.ToArray();
    }

    private async ValueTask<string> ReadLineAsync(CancellationToken cancellation)
    {
        while (true)
        {
            var end = Unread.IndexOf("\r\n"u8);
            if (end >= 0)
            {
                var line = Encoding.Latin1.GetString(Unread[..end]);
                _start += end + 2;
                return line;
            }
            if (Unread.Length > MostChunkLineBytes) throw new RefusedRequest(400, "a line of the chunks is too long");
            await FillOrThrowAsync(cancellation);
        }
    }

    private async ValueTask FillOrThrowAsync(CancellationToken cancellation)
    {
        if (!await FillAsync(cancellation)) throw new EndOfStreamException();
    }

    private async ValueTask<bool> FillAsync(CancellationToken cancellation)
    {
        Unread.CopyTo(_buffer);
        (_start, _end) = (0, _end - _start);
        var count = await stream.ReadAsync(_buffer.AsMemory(_end), cancellation);
        _end += count;
        return count > 0;
    }

    private static RefusedRequest HeadTooLong() => new(431, "the head of the request is longer than 16 KiB");

    private RefusedRequest TooLong() => new(413, $"the content of the request is longer than {mostBodyBytes} bytes");
}
