using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace Dyno.Dashboard;

/// <summary>
/// The events that the server sends to the pages. Each page has a bounded queue. The stream of a page that reads too slowly is ended, so
/// that the page asks for everything again and does not slow down the others.
/// </summary>
internal sealed class EventHub
{
    public const string Files = "files";
    public const string History = "history";
    public const string Live = "live";
    public const string Snapshot = "snapshot";
    public const string Log = "log";
    public const string Experiment = "experiment";

    private const int QueueLength = 1_000;
    private static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(10);
    private readonly Lock _lock = new();
    private readonly List<Channel<SseItem<string>>> _listeners = [];
    private bool _isOver;

    /// <summary>Sends an event to every page.</summary>
    public void Send(string kind, object content) => SendText(kind, JsonSerializer.Serialize(content, JsonSerializerOptions.Web));

    /// <summary>Sends an event that is JSON already.</summary>
    public void SendText(string kind, string json)
    {
        lock (_lock)
            foreach (var listener in _listeners)
                if (!listener.Writer.TryWrite(new SseItem<string>(json, kind))) listener.Writer.TryComplete();
    }

    /// <summary>Ends every stream, so that the server can end.</summary>
    public void End()
    {
        lock (_lock)
        {
            _isOver = true;
            foreach (var listener in _listeners) listener.Writer.TryComplete();
        }
    }

    /// <summary>The events from now on, with a heartbeat in between. The stream ends when the page reads too slowly; the page then connects again.</summary>
    public async IAsyncEnumerable<SseItem<string>> Listen(TimeProvider time, [EnumeratorCancellation] CancellationToken cancellation)
    {
        var channel = Channel.CreateBounded<SseItem<string>>(QueueLength);
        Add(channel);
        try
        {
            yield return new SseItem<string>("{}", "hello");
            using var beat = time.CreateTimer(_ => channel.Writer.TryWrite(new SseItem<string>("{}", "beat")), null, Heartbeat, Heartbeat);
            await foreach (var item in channel.Reader.ReadAllAsync(cancellation)) yield return item;
        }
        finally
        {
            lock (_lock) _listeners.Remove(channel);
        }
    }

    private void Add(Channel<SseItem<string>> channel)
    {
        lock (_lock)
        {
            if (_isOver) channel.Writer.TryComplete();
            else _listeners.Add(channel);
        }
    }
}
