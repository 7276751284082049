using System.Runtime.CompilerServices;

namespace Dyno.Fleet;

/// <summary>
/// Sealed messages over NATS. A message that was not sealed with the fleet's key for its very subject is dropped, as if it had not arrived.
/// Thread-safe. Reconnects automatically.
/// </summary>
internal sealed class FleetBus : IAsyncDisposable
{
    // The client of NATS waits without end for a server that is gone; nothing here waits longer than this for it.
    private static readonly TimeSpan MessageTakes = TimeSpan.FromSeconds(2);
    private readonly NatsConnection _nats;
    private readonly FleetKey _key;
    private readonly FleetAddress _address;
    private readonly TimeSpan _patience;
    private readonly CancellationTokenSource _gone = new();
    private readonly ITimer _away;
    private int _refused;

    private FleetBus(NatsConnection nats, FleetKey key, FleetAddress address, TimeSpan patience)
    {
        (_nats, _key, _address, _patience) = (nats, key, address, patience);
        _away = TimeProvider.System.CreateTimer(static bus => ((FleetBus)bus!)._gone.Cancel(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        nats.ConnectionDisconnected += (_, _) => Await(_patience);
        nats.ConnectionOpened += (_, _) => Await(Timeout.InfiniteTimeSpan);
    }

    /// <summary>Number of messages that were dropped.</summary>
    public int Refused => Volatile.Read(ref _refused);

    /// <summary>Whether the server is in reach now.</summary>
    public bool IsConnected => _nats.ConnectionState == NatsConnectionState.Open;

    /// <summary>Cancelled when the server has been out of reach for longer than the patience for it.</summary>
    public CancellationToken Gone => _gone.Token;

    /// <summary>The store of files and results.</summary>
    public required FleetStore Store { get; init; }

    /// <summary>Connects to the server.</summary>
    /// <param name="address">Address of the server.</param>
    /// <param name="name">Name of this connection.</param>
    /// <param name="patience">How long the server may later be out of reach before it is <see cref="Gone"/>; null: without end.</param>
    /// <exception cref="UserFault">No server listens at the address, or the server refuses the connection.</exception>
    public static async Task<FleetBus> ConnectAsync(
        FleetAddress address, FleetKey key, string name, CancellationToken cancellation, TimeSpan? patience = null)
    {
        var nats = new NatsConnection(address.Options(name));
        try
        {
            await nats.ConnectAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(10), TimeProvider.System, cancellation);
            return new FleetBus(nats, key, address, patience ?? Timeout.InfiniteTimeSpan) { Store = new FleetStore(nats, key) };
        }
        catch (Exception failure) when (failure is NatsException or TimeoutException)
        {
            await nats.DisposeAsync();
            throw new UserFault($"no connection to a NATS server at {address.Public}: {failure.Message}",
                "start a server with `nats-server -js`, or give the address of another: nats://[TOKEN@]host:4222", failure);
        }
        catch
        {
            await nats.DisposeAsync();
            throw;
        }
    }

    /// <summary>The fault of a server that is <see cref="Gone"/>.</summary>
    public UserFault OutOfReach() => new($"the NATS server at {_address.Public} has been out of reach for {_patience.TotalSeconds:0} s",
        "start it again on a machine that all machines of the fleet reach; the agents join again by themselves");

    public async ValueTask PublishAsync<T>(string subject, T message, string? replyTo = null) =>
        await _nats.PublishAsync(subject, _key.Seal(subject, Packing.PackMessage(FleetJson.Write(message))), replyTo: replyTo);

    /// <summary>Publishes a message when the server may be out of reach.</summary>
    /// <returns>Whether the message was sent.</returns>
    public async ValueTask<bool> TryPublishAsync<T>(string subject, T message)
    {
        if (!IsConnected) return false;
        try
        {
            await PublishAsync(subject, message).AsTask().WaitAsync(MessageTakes, TimeProvider.System);
            return true;
        }
        catch (Exception unreachable) when (unreachable is NatsException or OperationCanceledException or TimeoutException or IOException)
        {
            return false;
        }
    }

    /// <summary>Asks a question and returns the first answer; null when none came in time.</summary>
    public async Task<TAnswer?> RequestAsync<TQuestion, TAnswer>(string subject, TQuestion question, TimeSpan timeout, CancellationToken cancellation)
        where TAnswer : class
    {
        await foreach (var answer in AskAsync<TQuestion, TAnswer>(subject, question, timeout, cancellation)) return answer;
        return null;
    }

    /// <summary>Asks a question and returns every answer that comes in time.</summary>
    public async IAsyncEnumerable<TAnswer> AskAsync<TQuestion, TAnswer>(
        string subject, TQuestion question, TimeSpan time, [EnumeratorCancellation] CancellationToken cancellation) where TAnswer : class
    {
        var inbox = _nats.NewInbox();
        using var timeout = new CancellationTokenSource(time, TimeProvider.System);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellation);
        INatsSub<byte[]>? subscription = null;
        try
        {
            while (true)
            {
                NatsMsg<byte[]> message;
                try
                {
                    if (subscription is null)
                    {
                        subscription = await _nats.SubscribeCoreAsync<byte[]>(inbox, cancellationToken: either.Token).AsTask().WaitAsync(either.Token);
                        await PublishAsync(subject, question, inbox).AsTask().WaitAsync(either.Token);
                    }
                    message = await subscription.Msgs.ReadAsync(either.Token);
                }
                catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
                {
                    yield break;
                }
                if (Open<TAnswer>(inbox, message.Data) is { } answer) yield return answer;
            }
        }
        finally
        {
            if (subscription is not null) await LeaveAsync(subscription);
        }
    }

    /// <summary>Subscribes at once, and returns the messages of the subject as they arrive, until cancelled.</summary>
    public async Task<IAsyncEnumerable<(T Message, string Subject, string? ReplyTo)>> ListenAsync<T>(string subject, CancellationToken cancellation)
        where T : class
    {
        var subscription = await _nats.SubscribeCoreAsync<byte[]>(subject, cancellationToken: cancellation);
        return ReadAsync<T>(subscription, cancellation);
    }

    public async ValueTask DisposeAsync()
    {
        await _away.DisposeAsync();
        await LeaveAsync(_nats);
        _gone.Dispose();
    }

    private static async Task LeaveAsync(IAsyncDisposable left)
    {
        try
        {
            await left.DisposeAsync().AsTask().WaitAsync(MessageTakes, TimeProvider.System);
        }
        catch (TimeoutException)
        {
            // The server is gone, and nothing is left to be said to it.
        }
    }

    private ValueTask Await(TimeSpan time)
    {
        _away.Change(time, Timeout.InfiniteTimeSpan);
        return default;
    }

    private async IAsyncEnumerable<(T Message, string Subject, string? ReplyTo)> ReadAsync<T>(
        INatsSub<byte[]> subscription, [EnumeratorCancellation] CancellationToken cancellation) where T : class
    {
        try
        {
            await foreach (var message in subscription.Msgs.ReadAllAsync(cancellation))
                if (Open<T>(message.Subject, message.Data) is { } content) yield return (content, message.Subject, message.ReplyTo);
        }
        finally
        {
            await LeaveAsync(subscription);
        }
    }

    private T? Open<T>(string subject, byte[]? data) where T : class
    {
        if (data is { Length: > 0 } && _key.TryOpen(subject, data, out var content)) return FleetJson.Read<T>(Packing.UnpackMessage(content));
        if (data is { Length: > 0 }) Interlocked.Increment(ref _refused); // an empty message says that there are no responders
        return null;
    }
}
