using Microsoft.EntityFrameworkCore;
using Products.Catalog;

namespace Products.Stores;

/// <summary>
/// Chooses the database: SQLite in a file of this process (the default), or PostgreSQL with the connection string in
/// <c>Products:Postgres</c>.
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

    // Each process has its own file, because two variants side by side must not share a database.
    private static string SqliteFile() => Path.Combine(Path.GetTempPath(), $"products-{Environment.ProcessId}.db");
}
