using Grpc.HealthCheck;

namespace Dyno.K6.Tests;

/// <summary>healthCheck() of a client of k6/net/grpc, against the standard service.</summary>
public sealed class GrpcHealthTests
{
    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task The_status_of_a_server_and_of_a_service_is_told_without_any_types(VuLayout layout)
    {
        await using var server = await OrderServer.StartAsync(app => app.MapGrpcService<HealthServiceImpl>());
        var outcome = await RunAsync(layout, $$"""
            client.connect('{{server.Address}}', { plaintext: true });
              console.log(client.healthCheck().status === grpc.HealthCheckServing);
              console.log(client.healthCheck('shop.Orders', { timeout: '20s' }).status === grpc.HealthCheckNotServing);
            """);

        outcome.Error.ShouldBe("");
        outcome.LogLines.ShouldBe(["true", "true"]);
        outcome.Has("grpc_req_duration").ShouldBeTrue();
    }

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task A_service_that_nobody_knows_and_a_server_without_health_checks_are_exceptions(VuLayout layout)
    {
        await using var checking = await OrderServer.StartAsync(app => app.MapGrpcService<HealthServiceImpl>());
        await using var silent = await OrderServer.StartAsync();
        var outcome = await RunAsync(layout, $$"""
            client.connect('{{checking.Address}}', { plaintext: true });
              try { client.healthCheck('nobody'); } catch (e) { console.log(codeOf(e)); }
              client.connect('{{silent.Address}}', { plaintext: true });
              try { client.healthCheck(); } catch (e) { console.log(codeOf(e)); }
            """);

        outcome.Error.ShouldBe("");
        outcome.LogLines.ShouldBe(["NotFound", "Unimplemented"]);
    }

    private static Task<ScriptOutcome> RunAsync(VuLayout layout, string iteration) => ScriptRunner.RunAsync($$"""
        import grpc from 'k6/net/grpc';
        const client = new grpc.Client();
        const codeOf = (e) => /^rpc error: code = (\w+) desc = /.exec(e.message)[1];
        export default function () {
          {{iteration}}
        }
        """, change: r => r with { Layout = layout });
}
