using RabbitMQ.Client;

namespace Dyno.Scenarios.Tests;

/// <summary>A load on a broker, as users write it, running against a real one.</summary>
[Trait("Length", "Long")]
public sealed class RabbitTests
{
    [Fact]
    public async Task Loads_a_message_broker_through_its_own_client()
    {
        await using var broker = await RabbitServer.StartAsync();
        await using var connection = await new ConnectionFactory { HostName = "127.0.0.1", Port = broker.Port }
            .CreateConnectionAsync(TestContext.Current.CancellationToken);
        var channels = new ClientPool<IChannel>();

        var orders = Scenario.Create("orders", async context =>
            {
                var channel = channels.GetClient(context.ScenarioInfo);
                var body = Data.GenerateRandomBytes(100, seed: (int)context.InvocationNumber);
                await Step.Run("publish", context, async () =>
                {
                    await channel.BasicPublishAsync("", $"orders-{context.ScenarioInfo.InstanceNumber}", body, context.ScenarioCancellationToken);
                    return Response.Ok(sizeBytes: body.Length);
                });
                return await Step.Run("get", context, async () =>
                {
                    BasicGetResult? got = null;
                    while (got is null) got = await channel.BasicGetAsync($"orders-{context.ScenarioInfo.InstanceNumber}", autoAck: true, context.ScenarioCancellationToken);
                    return got.Body.Span.SequenceEqual(body) ? Response.Ok(sizeBytes: got.Body.Length) : Response.Fail(message: "another message");
                });
            })
            .WithInit(async context =>
            {
                for (var user = 0; user < 2; user++)
                {
                    var channel = await connection.CreateChannelAsync(cancellationToken: context.ScenarioCancellationToken);
                    await channel.QueueDeclareAsync($"orders-{user}", durable: false, cancellationToken: context.ScenarioCancellationToken);
                    channels.AddClient(channel);
                }
            })
            .WithClean(_ => channels.DisposeClients(channel => channel.CloseAsync()))
            .WithLoadSimulations(Simulation.IterationsForConstant(copies: 2, iterations: 40));

        var stats = await QuietRun.OfAsync(orders);

        stats.ShouldMeet("errors == 0");
        stats.ScenarioStats.Get("orders").StepStats.Get("get").Ok.DataTransfer.AllBytes.ShouldBe(4000);
    }
}
