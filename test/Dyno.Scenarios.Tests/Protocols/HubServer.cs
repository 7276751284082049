using System.Runtime.CompilerServices;
using Microsoft.AspNetCore.SignalR;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.DependencyInjection;

namespace Dyno.Scenarios.Tests;

/// <summary>A SignalR hub on Kestrel, in JSON and in MessagePack.</summary>
internal sealed class HubServer(WebApplication app) : IAsyncDisposable
{
    public static async Task<HubServer> StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Services.AddSignalR().AddMessagePackProtocol();
        var app = builder.Build();
        app.Urls.Add("http://127.0.0.1:0");
        app.MapHub<Room>("/room");
        await app.StartAsync(TestContext.Current.CancellationToken);
        return new HubServer(app);
    }

    public async Task<HubConnection> ConnectAsync(string protocol = "json")
    {
        var hub = new HubConnectionBuilder().WithUrl($"{app.Urls.First()}/room");
        if (protocol == "messagepack") hub.AddMessagePackProtocol();
        var connection = hub.Build();
        await connection.StartAsync(TestContext.Current.CancellationToken);
        return connection;
    }

    public ValueTask DisposeAsync() => app.DisposeAsync();

#pragma warning disable CA1822 // SignalR calls methods of an instance
    private sealed class Room : Hub
    {
        public string Echo(string text) => text;

        public void Refuse() => throw new HubException("not today");

        public async IAsyncEnumerable<int> Count(int to, [EnumeratorCancellation] CancellationToken left)
        {
            for (var i = 0; i < to; i++)
            {
                await Task.Yield();
                left.ThrowIfCancellationRequested();
                yield return i;
            }
        }

        public async IAsyncEnumerable<int> Break([EnumeratorCancellation] CancellationToken left)
        {
            yield return 1;
            await Task.Delay(1, left);
            throw new HubException("torn");
        }

        public Task Say(string id) => Clients.All.SendAsync("said", id);

        public Task SayTwice(string id) => Task.WhenAll(Say(id), Say(id));
    }
#pragma warning restore CA1822
}
