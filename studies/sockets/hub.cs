#:project ../../src/Dyno.Scenarios/Dyno.Scenarios.csproj
#:package Microsoft.AspNetCore.SignalR.Client
#:package Microsoft.AspNetCore.SignalR.Protocols.MessagePack
#:property TargetFramework=net10.0
#:property PublishAot=false

// The hub of Chat under three loads: invocations at a rate, streams, and messages to a room of fifty.
//
//   dyno run studies/sockets/hub.cs
//   HUB_PROTOCOL=messagepack dyno run studies/sockets/hub.cs       json is the default
//   dyno run studies/sockets/hub.cs -- --config short.json         other settings without a change to the code
using Dyno.Scenarios;
using Microsoft.AspNetCore.SignalR.Client;
using Microsoft.Extensions.DependencyInjection;

const int Callers = 10, Listeners = 50;

await using var chat = await LoadTarget.StartAsync(Path.Combine(Folder(), "Chat"), readyPath: "/");

var callers = new ClientPool<HubConnection>();
var listeners = new ClientPool<HubConnection>();
var room = new Broadcast(Listeners);

// An invocation is timed from the moment at which it was due to its return.
var calls = Scenario.Create("calls", async context =>
        await Step.Call("echo", context, cut => callers.GetClient(context.ScenarioInfo).InvokeAsync<string>("Echo", "hello", cut)))
    .WithInit(async context => await ConnectAsync(callers, Callers, context.ScenarioCancellationToken))
    .WithLoadSimulations(Simulation.Inject(rate: 500, interval: TimeSpan.FromSeconds(1), during: TimeSpan.FromSeconds(10)));

// A stream of ten items, 20 ms apart, is timed to its first item, and from each item to the next.
var streams = Scenario.Create("streams", async context =>
        await Step.Stream("count", context, cut => callers.GetClient(context.ScenarioInfo).StreamAsync<int>("Count", 10, 20, cut)))
    .WithLoadSimulations(Simulation.KeepConstant(copies: 5, during: TimeSpan.FromSeconds(10)));

// One caller sends a message to fifty listeners. The times are those at which each listener has it, and the last one.
var talk = Scenario.Create("room", async context =>
        await Step.Broadcast("say", context, room, id => callers.GetClient(context.ScenarioInfo).InvokeAsync("Say", id)))
    .WithInit(async context =>
    {
        await ConnectAsync(listeners, Listeners, context.ScenarioCancellationToken);
        for (var i = 0; i < Listeners; i++)
        {
            var listener = i;
            listeners.InitializedClients[i].On<string>("said", id => room.Received(listener, id));
        }
    })
    .WithClean(async _ =>
    {
        await listeners.DisposeClients(hub => hub.DisposeAsync().AsTask());
        await callers.DisposeClients(hub => hub.DisposeAsync().AsTask());
    })
    .WithLoadSimulations(Simulation.Inject(rate: 20, interval: TimeSpan.FromSeconds(1), during: TimeSpan.FromSeconds(10)));

DynoRunner.RegisterScenarios(calls, streams, talk).WithTarget(chat).Run(args);

async Task ConnectAsync(ClientPool<HubConnection> pool, int clients, CancellationToken cut)
{
    for (var i = 0; i < clients; i++)
    {
        var hub = new HubConnectionBuilder().WithUrl($"{chat.BaseUrl}/hub");
        if (Environment.GetEnvironmentVariable("HUB_PROTOCOL") == "messagepack") hub.AddMessagePackProtocol();
        pool.AddClient(hub.Build());
        await pool.InitializedClients[i].StartAsync(cut);
    }
}

static string Folder([System.Runtime.CompilerServices.CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;
