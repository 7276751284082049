using System.Net.WebSockets;

namespace Dyno.Scenarios.Tests;

/// <summary>The example of docs/scenarios.md, running: a socket per user from a pool, one message and its echo per step.</summary>
public sealed class WebSocketTests
{
    [Fact]
    public async Task Loads_a_web_socket_server_with_a_client_per_user()
    {
        await using var server = await StartEchoAsync();
        var url = new Uri(server.Urls.First().Replace("http", "ws", StringComparison.Ordinal));
        var clients = new ClientPool<ClientWebSocket>();

        var echo = Scenario.Create("echo", async context =>
            {
                var socket = clients.GetClient(context.ScenarioInfo);
                return await Step.Run("ping", context, async () =>
                {
                    var message = BitConverter.GetBytes(context.InvocationNumber);
                    await socket.SendAsync(message, WebSocketMessageType.Binary, endOfMessage: true, context.ScenarioCancellationToken);
                    var buffer = new byte[16];
                    var received = await socket.ReceiveAsync(buffer, context.ScenarioCancellationToken);
                    return buffer.AsSpan(0, received.Count).SequenceEqual(message) ? Response.Ok(sizeBytes: received.Count) : Response.Fail(message: "another echo");
                });
            })
            .WithInit(async context =>
            {
                for (var i = 0; i < 4; i++)
                {
                    var socket = new ClientWebSocket();
                    await socket.ConnectAsync(url, context.ScenarioCancellationToken);
                    clients.AddClient(socket);
                }
            })
            .WithClean(_ => clients.DisposeClients(socket => socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None)))
            .WithLoadSimulations(Simulation.IterationsForConstant(copies: 4, iterations: 200));

        var stats = await QuietRun.OfAsync(echo);

        stats.ShouldMeet("errors == 0");
        stats.ScenarioStats.Get("echo").StepStats.Get("ping").Ok.DataTransfer.AllBytes.ShouldBe(200 * sizeof(long));
        clients.ClientCount.ShouldBe(0);
    }

    private static async Task<WebApplication> StartEchoAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        var app = builder.Build();
        app.Urls.Add("http://127.0.0.1:0");
        app.UseWebSockets();
        app.Run(async context =>
        {
            using var socket = await context.WebSockets.AcceptWebSocketAsync();
            var buffer = new byte[64];
            while (await socket.ReceiveAsync(buffer, context.RequestAborted) is { MessageType: not WebSocketMessageType.Close } message)
                await socket.SendAsync(buffer.AsMemory(0, message.Count), message.MessageType, message.EndOfMessage, context.RequestAborted);
            await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
        });
        await app.StartAsync(TestContext.Current.CancellationToken);
        return app;
    }
}
