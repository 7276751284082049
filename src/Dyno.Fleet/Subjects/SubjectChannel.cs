using System.Threading.Channels;

namespace Dyno.Fleet;

/// <summary>
/// The channel of a process that hosts a program under test: orders arrive on stdin, one per line, and reports go to stdout. The orders end
/// when the agent is gone, or when no line came for longer than the lease; the program then ends, too.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "a source without a timer or a link holds nothing to free")]
public sealed class SubjectChannel
{
    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(200);
    private readonly Channel<string> _orders = Channel.CreateUnbounded<string>();
    private readonly Lock _lock = new();
    private readonly Stream _reports;
    private readonly TimeProvider _time;
    private readonly ShareLease _lease;
    private readonly CancellationTokenSource _closed = new();

    /// <summary>Begins to listen.</summary>
    /// <param name="lease">Longest time without a line from the agent.</param>
    public SubjectChannel(TimeSpan lease, TextReader orders, Stream reports, TimeProvider time)
    {
        (_reports, _time, _lease) = (reports, time, new ShareLease(lease, time));
        new Thread(() => Listen(orders)) { IsBackground = true, Name = "fleet orders" }.Start();
        _ = WatchLeaseAsync();
    }

    /// <summary>Cancelled when the program must end: by an order, or because the agent is gone or silent.</summary>
    public CancellationToken Closed => _closed.Token;

    /// <summary>The orders, until the channel is closed.</summary>
    public IAsyncEnumerable<string> Orders => _orders.Reader.ReadAllAsync();

    public void Say(SubjectReport report)
    {
        var line = FleetJson.Write(new ShareReport { Kind = ShareReportKind.Said, Text = Encoding.UTF8.GetString(FleetJson.Write(report)) });
        lock (_lock)
        {
            _reports.Write(line);
            _reports.Write("\n"u8);
            _reports.Flush();
        }
    }

    private void Listen(TextReader orders)
    {
        while (orders.ReadLine() is { } line)
        {
            _lease.Renew();
            if (line is SubjectOrders.Stop or "abort") break;
            if (line != "lease") _orders.Writer.TryWrite(line);
        }
        Close();
    }

    private async Task WatchLeaseAsync()
    {
        while (!_lease.HasRunOut) await Task.Delay(Glance, _time);
        Close();
    }

    private void Close()
    {
        _orders.Writer.TryComplete();
        _closed.Cancel();
    }
}
