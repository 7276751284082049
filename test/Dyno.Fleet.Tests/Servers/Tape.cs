using NATS.Client.Core;

namespace Dyno.Fleet.Tests;

/// <summary>Somebody without the key who hears what an agent is told, and can say it again.</summary>
internal sealed class Tape : IAsyncDisposable
{
    private readonly NatsConnection _nats;
    private readonly ConcurrentQueue<(string Subject, byte[] Data)> _heard = [];
    private readonly CancellationTokenSource _end = new();
    private Task _recording = Task.CompletedTask;

    private Tape(string url) => _nats = new NatsConnection(NatsOpts.Default with { Url = url });

    /// <summary>Everything so far.</summary>
    public ImmutableArray<(string Subject, byte[] Data)> Heard => [.. _heard];

    public static async Task<Tape> RecordAsync(string url, string agent)
    {
        var tape = new Tape(url);
        var subscription = await tape._nats.SubscribeCoreAsync<byte[]>($"dyno.agent.{agent}.>");
        await tape._nats.PingAsync(); // the server has the subscription
        tape._recording = tape.ReadAsync(subscription);
        return tape;
    }

    /// <summary>What was said on a subject.</summary>
    public ImmutableArray<byte[]> On(string subject) =>
        [.. Heard.Where(message => message.Subject == subject).Select(message => message.Data)];

    /// <summary>Says it again; it has reached the server when this returns.</summary>
    public async Task ReplayAsync(string subject, IEnumerable<byte[]> messages)
    {
        foreach (var message in messages) await _nats.PublishAsync(subject, message);
        await _nats.PingAsync();
    }

    /// <summary>Gives an agent a recorded order.</summary>
    /// <returns>What it answers, read with the fleet's key.</returns>
    public async Task<OrderAnswer> OrderAgainAsync(string subject, byte[] order, FleetKey key)
    {
        var answer = await _nats.RequestAsync<byte[], byte[]>(subject, order);
        key.TryOpen(answer.Subject, answer.Data, out var content).ShouldBeTrue();
        return FleetJson.Read<OrderAnswer>(Packing.UnpackMessage(content!))!;
    }

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _recording;
        await _nats.DisposeAsync();
    }

    private async Task ReadAsync(INatsSub<byte[]> subscription)
    {
        try
        {
            await foreach (var message in subscription.Msgs.ReadAllAsync(_end.Token)) _heard.Enqueue((message.Subject, message.Data!));
        }
        catch (OperationCanceledException)
        {
        }
    }
}
