#:project ../../src/Dyno.Scenarios/Dyno.Scenarios.csproj
#:package Microsoft.AspNetCore.SignalR.Client
#:package Microsoft.AspNetCore.SignalR.Protocols.MessagePack
#:property TargetFramework=net10.0
#:property PublishAot=false

// Measures the cost for the server of many clients of one kind that stay connected to Chat, while one after the other makes a call at a
// steady rate. The experiments clients.yaml, calls.yaml and room.yaml run this load. To run it by hand:
//
//   KIND=json CLIENTS=1000 dyno run studies/sockets/clients.cs
//
// KIND is websocket, json or messagepack (the two forms of SignalR); DO is echo, or say, which all clients hear; RATE is in calls per second.
using System.Globalization;
using System.Net.WebSockets;
using Dyno.Scenarios;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.DependencyInjection;

var (kind, clients, rate) = (Setting("KIND", "json"), Number("CLIENTS", 100), Number("RATE", 20));
await using var chat = await LoadTarget.StartAsync(Path.Combine(Folder(), "Chat"), readyPath: "/");
var hubs = new ClientPool<HubConnection>();
var sockets = new ClientPool<ClientWebSocket>();
var room = new Broadcast(clients);
var next = -1;

var steady = Scenario.Create("steady", async context => (kind, Setting("DO", "echo")) switch
    {
        ("websocket", "echo") => await Step.Call("echo", context, cut => EchoAsync(sockets.InitializedClients[Next()], cut)),
        (_, "echo") => await Step.Call("echo", context, cut => hubs.InitializedClients[Next()].InvokeAsync<string>("Echo", "hello", cut)),
        (_, "say") => (IResponse)await Step.Broadcast("say", context, room, id => hubs.InitializedClients[Next()].InvokeAsync("Say", id)),
        var (_, other) => throw new ArgumentException($"DO={other}: write echo or say"),
    })
    .WithInit(context => ConnectAsync(context.ScenarioCancellationToken))
    .WithClean(async _ =>
    {
        await hubs.DisposeClients(hub => hub.DisposeAsync().AsTask());
        sockets.DisposeClients();
    })
    .WithLoadSimulations(Simulation.Inject(rate, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(Number("SECONDS", 10))));

DynoRunner.RegisterScenarios(steady).WithTarget(chat).Run(args);

async Task ConnectAsync(CancellationToken cut)
{
    for (var i = 0; i < clients; i++)
    {
        if (kind == "websocket")
        {
            var socket = new ClientWebSocket();
            await socket.ConnectAsync(new Uri($"ws{chat.BaseUrl[4..]}/echo"), cut);
            sockets.AddClient(socket);
            continue;
        }
        var (builder, listener) = (new HubConnectionBuilder().WithUrl($"{chat.BaseUrl}/hub"), i);
        if (kind == "messagepack") builder.AddMessagePackProtocol();
        else if (kind != "json") throw new ArgumentException($"KIND={kind}: write websocket, json or messagepack");
        var hub = builder.Build();
        hub.On<string>("said", id => room.Received(listener, id));
        await hub.StartAsync(cut);
        hubs.AddClient(hub);
    }
}

static async Task<int> EchoAsync(ClientWebSocket socket, CancellationToken cut)
{
    await socket.SendAsync("hello"u8.ToArray(), WebSocketMessageType.Text, endOfMessage: true, cut);
    return (await socket.ReceiveAsync(new byte[64], cut)).Count;
}

// A client has at most one call at a time as long as there are more clients than calls in flight.
int Next() => (int)((uint)Interlocked.Increment(ref next) % (uint)clients);

static string Setting(string name, string otherwise) => Environment.GetEnvironmentVariable(name) is { Length: > 0 } set ? set : otherwise;

static int Number(string name, int otherwise) => int.Parse(Setting(name, otherwise.ToString(CultureInfo.InvariantCulture)), CultureInfo.InvariantCulture);

static string Folder([System.Runtime.CompilerServices.CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;
