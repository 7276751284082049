using System.Text;

namespace Dyno.Bench.Clients;

/// <summary>What both sides of the benchmark sockets send: text of 100 bytes.</summary>
internal static class SocketsMessage
{
    public static string Text { get; } = new('m', 100);

    public static byte[] Bytes { get; } = Encoding.UTF8.GetBytes(Text);
}
