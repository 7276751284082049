using Npgsql;

var builder = WebApplication.CreateBuilder(args);
// In Production nothing is logged, as in Hello, so that the read is the only difference.
if (builder.Environment.IsProduction()) builder.Logging.ClearProviders();
await using var greetings = NpgsqlDataSource.Create(builder.Configuration.GetConnectionString("db")
    ?? throw new InvalidOperationException("ConnectionStrings:db is missing: where is PostgreSQL?"));

var app = builder.Build();

// The answer of Hello's GET /hello, from a table.
app.MapGet("/hello", async (CancellationToken callerLeft) =>
{
    await using var command = greetings.CreateCommand("select name, message from greeting where id = 1");
    await using var reader = await command.ExecuteReaderAsync(callerLeft);
    await reader.ReadAsync(callerLeft);
    return new { name = reader.GetString(0), message = reader.GetString(1) };
});

app.Run();
