using Microsoft.EntityFrameworkCore;
using Products.Catalog;

namespace Products.Stores;

/// <summary>
/// Which database: SQLite in a file of its own (the default), or the PostgreSQL that <c>Products:Postgres</c> names, a
/// connection string.
/// </summary>
internal static class ProductStore
{
    public static void AddCatalog(this WebApplicationBuilder builder)
    {
        var postgres = builder.Configuration["Products:Postgres"];
        builder.Services.AddDbContext<CatalogContext>(options =>
        {
            if (postgres is not null) options.UseNpgsql(postgres);
            else options.UseSqlite($"Data Source={SqliteFile()}");
        });
        builder.Services.AddScoped<ProductRepository>();
    }

    public static void FillCatalog(this WebApplication app)
    {
        using var scope = app.Services.CreateScope();
        Seed.Fill(scope.ServiceProvider.GetRequiredService<CatalogContext>());
    }

    /// <summary>Deletes the file of this process.</summary>
    public static void Forget() => File.Delete(SqliteFile());

    // One file per process: two variants side by side must not share a database.
    private static string SqliteFile() => Path.Combine(Path.GetTempPath(), $"products-{Environment.ProcessId}.db");
}
