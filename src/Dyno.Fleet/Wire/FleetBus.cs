using System.Runtime.CompilerServices;
using Dyno.Fleet.Messages;
using Dyno.Fleet.Trust;
using Dyno.Results.Problems;
using NATS.Client.Core;

namespace Dyno.Fleet.Wire;

/// <summary>
/// Sealed messages over NATS. A message that was not sealed with the fleet's key for its very subject is dropped, as if it had not arrived.
/// Thread-safe. Reconnects automatically.
/// </summary>
internal sealed class FleetBus : IAsyncDisposable
{
    private readonly NatsConnection _nats;
    private readonly FleetKey _key;
    private int _refused;

    private FleetBus(NatsConnection nats, FleetKey key) => (_nats, _key) = (nats, key);

    /// <summary>Number of messages that were dropped.</summary>
    public int Refused => Volatile.Read(ref _refused);

    /// <summary>The store of files and results.</summary>
    public required FleetStore Store { get; init; }

    /// <exception cref="UserFault">No server listens at the address, or the server refuses the connection.</exception>
    public static async Task<FleetBus> ConnectAsync(FleetAddress address, FleetKey key, string name, CancellationToken cancellation)
    {
        var nats = new NatsConnection(address.Options(name));
        try
        {
            await nats.ConnectAsync().AsTask().WaitAsync(TimeSpan.FromSeconds(10), TimeProvider.System, cancellation);
            return new FleetBus(nats, key) { Store = new FleetStore(nats, key) };
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

    public async ValueTask PublishAsync<T>(string subject, T message, string? replyTo = null) =>
        await _nats.PublishAsync(subject, _key.Seal(subject, Packing.PackMessage(FleetJson.Write(message))), replyTo: replyTo);

    /// <summary>Publishes a message when the server may be out of reach.</summary>
    /// <returns>Whether the message was sent.</returns>
    public async ValueTask<bool> TryPublishAsync<T>(string subject, T message)
    {
        try
        {
            await PublishAsync(subject, message);
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
        await using var subscription = await _nats.SubscribeCoreAsync<byte[]>(inbox, cancellationToken: cancellation);
        await PublishAsync(subject, question, inbox);
        while (true)
        {
            NatsMsg<byte[]> message;
            try
            {
                message = await subscription.Msgs.ReadAsync(either.Token);
            }
            catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
            {
                yield break;
            }
            if (Open<TAnswer>(inbox, message.Data) is { } answer) yield return answer;
        }
    }

    /// <summary>Subscribes at once, and returns the messages of the subject as they arrive, until cancelled.</summary>
    public async Task<IAsyncEnumerable<(T Message, string Subject, string? ReplyTo)>> ListenAsync<T>(string subject, CancellationToken cancellation)
        where T : class
    {
        var subscription = await _nats.SubscribeCoreAsync<byte[]>(subject, cancellationToken: cancellation);
        return ReadAsync<T>(subscription, cancellation);
    }

    public ValueTask DisposeAsync() => _nats.DisposeAsync();

    private async IAsyncEnumerable<(T Message, string Subject, string? ReplyTo)> ReadAsync<T>(
        INatsSub<byte[]> subscription, [EnumeratorCancellation] CancellationToken cancellation) where T : class
    {
        await using var own = subscription;
        await foreach (var message in subscription.Msgs.ReadAllAsync(cancellation))
            if (Open<T>(message.Subject, message.Data) is { } content) yield return (content, message.Subject, message.ReplyTo);
    }

    private T? Open<T>(string subject, byte[]? data) where T : class
    {
        if (data is { Length: > 0 } && _key.TryOpen(subject, data, out var content)) return FleetJson.Read<T>(Packing.UnpackMessage(content));
        if (data is { Length: > 0 }) Interlocked.Increment(ref _refused); // an empty message says that there are no responders
        return null;
    }
}
