using NATS.Client.Core;
using NATS.Client.JetStream;
using NATS.Client.JetStream.Models;

namespace Dyno.Fleet.Tests;

/// <summary>The store of a fleet on the nats-server that is installed: on Debian 12 that is 2.9.10.</summary>
public sealed class FleetStoreTests
{
    /// <summary>
    /// A server leaves out, without an error, what it is too old for (2.9: several filter subjects, metadata, compression). What the store asks
    /// for it says again, and what is new it is not asked for.
    /// </summary>
    [Fact]
    public async Task Asks_for_nothing_that_an_old_server_leaves_out()
    {
        await using var server = await NatsServer.StartAsync();
        await using var nats = new NatsConnection(new NatsOpts { Url = server.Url });
        var store = new FleetStore(nats, FleetKey.Create());
        byte[] content = [1, 2, 3];
        await store.PutAsync("run.a", content, TestContext.Current.CancellationToken);

        var kept = (await new NatsJSContext(nats).GetStreamAsync("OBJ_dyno-fleet", cancellationToken: TestContext.Current.CancellationToken)).Info.Config;
        kept.MaxAge.ShouldBe(TimeSpan.FromDays(7));
        kept.Storage.ShouldBe(StreamConfigStorage.File);
        kept.Compression.ShouldBe(StreamConfigCompression.None);
        (await store.TryGetAsync("run.a", TestContext.Current.CancellationToken)).ShouldBe(content);
        (await store.TryGetAsync("run.b", TestContext.Current.CancellationToken)).ShouldBeNull();
    }
}
