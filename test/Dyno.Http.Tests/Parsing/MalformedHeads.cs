namespace Dyno.Http.Tests;

/// <summary>Streams that begin like responses and are broken in reproducible, random ways.</summary>
internal static class MalformedHeads
{
    private static readonly string[] Seeds =
    [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nServer: x\r\nDate: Sat, 21 Nov 2026 09:11:52 GMT\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 1\r\n\r\nx",
    ];

    private static readonly string[] Splinters =
    [
        "\r\n", "\n", "\r", ":", " ", "\0", ",", ";", "0", "-1", "99999999999999999999", "ffffffffffffffff", "chunked", "Content-Length: 7\r\n",
        "Transfer-Encoding: chunked\r\n", "HTTP/1.1 ", "\r\n\r\n", "\u00ff", "\t", "Content-Length", "HTTP/1.1 101 x\r\n\r\n",
    ];

    /// <summary>The n-th stream of a seeded sequence.</summary>
    public static byte[] Create(Random random)
    {
        var bytes = Encoding.Latin1.GetBytes(Seeds[random.Next(Seeds.Length)]).ToList();
        for (var changes = random.Next(1, 6); changes > 0; changes--) Change(bytes, random);
        return [.. bytes];
    }

    private static void Change(List<byte> bytes, Random random)
    {
        var at = random.Next(bytes.Count + 1);
        switch (random.Next(5))
        {
            case 0 when at < bytes.Count:
                bytes[at] = (byte)random.Next(256);
                break;
            case 1:
                bytes.InsertRange(at, Encoding.Latin1.GetBytes(Splinters[random.Next(Splinters.Length)]));
                break;
            case 2 when at < bytes.Count:
                bytes.RemoveRange(at, Math.Min(random.Next(1, 8), bytes.Count - at));
                break;
            case 3:
                bytes.RemoveRange(at, bytes.Count - at);
                break;
            default:
                bytes.InsertRange(at, bytes.Skip(random.Next(bytes.Count + 1)).Take(random.Next(40)).ToArray());
                break;
        }
    }
}
