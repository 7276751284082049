using NATS.Client.JetStream;
using NATS.Client.ObjectStore;

namespace Dyno.Fleet;

/// <summary>
/// Files and results in the object store of NATS. The store keeps them for a week, also for a coordinator that was not there when they were
/// stored. They are compressed, and sealed under their name. Thread-safe. The client of NATS ignores a cancellation while the server is
/// gone, so each wait has its own.
/// </summary>
internal sealed class FleetStore(NatsConnection nats, FleetKey key)
{
    private const string Bucket = "dyno-fleet";
    private static readonly TimeSpan Kept = TimeSpan.FromDays(7);
    private readonly NatsObjContext _context = new(new NatsJSContext(nats));

    /// <summary>Stores a content under a name.</summary>
    /// <exception cref="UserFault">The server cannot store anything.</exception>
    public async Task PutAsync(string name, byte[] content, CancellationToken cancellation)
    {
        try
        {
            var config = new NatsObjConfig(Bucket) { MaxAge = Kept, Storage = NatsObjStorageType.File };
            var store = await _context.CreateObjectStoreAsync(config, cancellation).AsTask().WaitAsync(cancellation);
            await store.PutAsync(name, key.Seal(name, Packing.Pack(content)), cancellation).AsTask().WaitAsync(cancellation);
        }
        catch (Exception failure) when (failure is NatsException)
        {
            throw new UserFault($"the NATS server cannot store anything: {failure.Message}", "start it with JetStream (nats-server -js) and with enough free disk space", failure);
        }
    }

    /// <summary>Reads the content under a name; null when there is none that this fleet has sealed.</summary>
    public async Task<byte[]?> TryGetAsync(string name, CancellationToken cancellation)
    {
        try
        {
            var store = await _context.GetObjectStoreAsync(Bucket, cancellation).AsTask().WaitAsync(cancellation);
            var content = await store.GetBytesAsync(name, cancellation).AsTask().WaitAsync(cancellation);
            return key.TryOpen(name, content, out var packed) ? Packing.Unpack(packed) : null;
        }
        catch (Exception failure) when (failure is NatsException or InvalidDataException)
        {
            return null;
        }
    }

    /// <summary>Whether the store has a content under a name.</summary>
    public async Task<bool> HasAsync(string name, CancellationToken cancellation)
    {
        try
        {
            var store = await _context.GetObjectStoreAsync(Bucket, cancellation).AsTask().WaitAsync(cancellation);
            return await store.GetInfoAsync(name, cancellationToken: cancellation).AsTask().WaitAsync(cancellation) is { Deleted: not true };
        }
        catch (NatsException)
        {
            return false;
        }
    }
}
