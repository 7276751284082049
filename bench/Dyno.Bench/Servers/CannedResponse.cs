namespace Dyno.Bench;

/// <summary>The one answer of the canned server: a common head and a body of 151 bytes.</summary>
internal static class CannedResponse
{
    public static byte[] Bytes { get; } = Encoding.ASCII.GetBytes(
        "HTTP/1.1 200 OK\r\nServer: canned\r\nDate: Sat, 21 Nov 2026 09:11:52 GMT\r\nContent-Type: text/plain\r\n" +
        "Content-Length: 151\r\nConnection: keep-alive\r\n\r\n" + new string('x', 151));
}
