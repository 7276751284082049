using System.Net.Sockets;
using System.Text;
using Dyno.Load.Running;
using Dyno.Outputs.Kinds;
using Dyno.Outputs.Points;
using Dyno.Results.Problems;

namespace Dyno.Outputs.StatsD;

/// <summary><c>statsd=HOST:PORT</c>: sends counters as differences and everything else as gauges, in datagrams that fit an Ethernet frame.</summary>
internal sealed class StatsDOutput(HostAndPort at) : IOutput
{
    private const int LargestDatagram = 1432;
    private UdpClient? _socket;
    private RunSnapshot? _before;

    /// <inheritdoc/>
    public ValueTask OpenAsync(CancellationToken cancellation)
    {
        try
        {
            _socket = new UdpClient(at.Host, at.Port);
            return ValueTask.CompletedTask;
        }
        catch (SocketException failure)
        {
            throw new UserFault($"--out: statsd={at}: {failure.Message}", "name a host that can be resolved, such as statsd=127.0.0.1:8125", failure);
        }
    }

    /// <inheritdoc/>
    public async ValueTask WriteAsync(OutputPoint point, CancellationToken cancellation)
    {
        // A new phase counts from zero. The counts of a lost point are included in the next difference.
        var before = _before?.Recording == point.Snapshot.Recording ? _before : null;
        foreach (var datagram in Datagrams(StatsDText.Lines(point, before))) await _socket!.SendAsync(datagram, cancellation);
        _before = point.Snapshot;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _socket?.Dispose();
        return ValueTask.CompletedTask;
    }

    private static IEnumerable<ReadOnlyMemory<byte>> Datagrams(IEnumerable<string> lines)
    {
        var text = new StringBuilder();
        foreach (var line in lines)
        {
            if (text.Length + line.Length > LargestDatagram)
            {
                yield return Encoding.ASCII.GetBytes(text.ToString());
                text.Clear();
            }
            if (text.Length > 0) text.Append('\n');
            text.Append(line);
        }
        if (text.Length > 0) yield return Encoding.ASCII.GetBytes(text.ToString());
    }
}
