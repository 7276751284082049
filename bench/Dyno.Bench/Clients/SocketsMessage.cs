namespace Dyno.Bench;

/// <summary>The message that both sides of the benchmark "sockets" send: 100 bytes of text.</summary>
internal static class SocketsMessage
{
    public static string Text { get; } = new('m', 100);

    public static byte[] Bytes { get; } = Encoding.UTF8.GetBytes(Text);
}
