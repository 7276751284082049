using Dapper;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Stores;

/// <summary>
/// Chooses the database: the PostgreSQL in <c>ConnectionStrings:db</c>, otherwise SQLite, in the file in <c>Bookstore:Sqlite</c> or in a file
/// of this process that is deleted with it.
/// </summary>
internal static class StoreSetup
{
    public static void AddStore(this WebApplicationBuilder builder)
    {
        var postgres = builder.Configuration.GetConnectionString("db");
        var sqlite = $"Data Source={SqliteFile(builder.Configuration)}";
        if (postgres is null) SqlMapper.AddTypeHandler(new GuidText());
        builder.Services.AddSingleton<StatementCounter>();
        builder.Services.AddSingleton(_ => postgres is null ? BookConnections.ToSqlite(sqlite) : BookConnections.ToPostgres(postgres));
        builder.Services.AddDbContext<BookstoreContext>((services, options) =>
        {
            if (postgres is not null) options.UseNpgsql(postgres);
            else options.UseSqlite(sqlite);
            options.UseSnakeCaseNamingConvention().AddInterceptors(services.GetRequiredService<StatementCounter>());
        });
    }

    /// <summary>Makes sure that the tables and the books exist, whichever process creates them.</summary>
    /// <returns>The problem when the database does not answer; null when everything exists.</returns>
    public static async Task<string?> FillStoreAsync(this WebApplication app)
    {
        var own = app.Configuration.GetConnectionString("db") is null && app.Configuration["Bookstore:Sqlite"] is null;
        if (own) app.Lifetime.ApplicationStopped.Register(() => Forget(SqliteFile(app.Configuration)));
        using var scope = app.Services.CreateScope();
        var context = scope.ServiceProvider.GetRequiredService<BookstoreContext>();
        try
        {
            await Seed.FillAsync(context, SqliteFile(app.Configuration));
            return null;
        }
        catch (Exception failure) when (Faults.OutageHandler.IsOutage(failure))
        {
            return $"the database does not answer: {failure.Message.Split('\n')[0]}";
        }
    }

    // Each process has its own file unless one is named, because two variants side by side must not share a database.
    private static string SqliteFile(IConfiguration configuration) =>
        configuration["Bookstore:Sqlite"] ?? Path.Combine(Path.GetTempPath(), $"bookstore-{Environment.ProcessId}.db");

    private static void Forget(string file)
    {
        Microsoft.Data.Sqlite.SqliteConnection.ClearAllPools();
        foreach (var end in (string[])["", "-wal", "-shm", ".lock"]) File.Delete(file + end);
    }
}
