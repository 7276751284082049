using Npgsql;

namespace Dyno.Scenarios.Tests;

/// <summary>The example of docs/scenarios.md, running against a real server.</summary>
[Trait("Length", "Long")]
public sealed class PostgresTests
{
    [Fact]
    public async Task Loads_a_postgresql_server_through_its_own_client()
    {
        await using var server = await PostgresServer.StartAsync();
        await using var database = NpgsqlDataSource.Create(server.ConnectionString);

        var products = Scenario.Create("products", async context =>
            {
                await Step.Run("insert", context, async () =>
                {
                    await using var insert = database.CreateCommand("insert into product(name) values ($1)");
                    insert.Parameters.AddWithValue($"boots {context.Random.Next(100)}");
                    return Response.Ok(payload: await insert.ExecuteNonQueryAsync(context.ScenarioCancellationToken));
                });
                return await Step.Run("count", context, async () =>
                {
                    await using var count = database.CreateCommand("select count(*) from product");
                    return Response.Ok(payload: (long)(await count.ExecuteScalarAsync(context.ScenarioCancellationToken))!);
                });
            })
            .WithInit(async context =>
            {
                await using var create = database.CreateCommand("drop table if exists product; create table product(id serial primary key, name text not null)");
                await create.ExecuteNonQueryAsync(context.ScenarioCancellationToken);
            })
            .WithLoadSimulations(Simulation.IterationsForConstant(copies: 3, iterations: 60));

        var stats = await QuietRun.OfAsync(products);

        stats.ShouldMeet("errors == 0");
        await using var total = database.CreateCommand("select count(*) from product");
        (await total.ExecuteScalarAsync(TestContext.Current.CancellationToken)).ShouldBe(60L);
    }
}
