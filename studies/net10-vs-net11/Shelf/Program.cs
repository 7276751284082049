// A row by its key: through Entity Framework from PostgreSQL, or SQLite where no database is named, and from HybridCache in memory.
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Caching.Hybrid;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
builder.Services.AddDbContext<Shelf>(options =>
{
    if (builder.Configuration.GetConnectionString("db") is { } postgres) options.UseNpgsql(postgres);
    else options.UseSqlite($"Data Source={Path.Combine(builder.Environment.ContentRootPath, "shelf.db")}");
});
builder.Services.AddHybridCache();
var app = builder.Build();
using (var scope = app.Services.CreateScope())
    await scope.ServiceProvider.GetRequiredService<Shelf>().FillAsync();

app.MapGet("/books/{id:int}", (int id, Shelf shelf, CancellationToken cancellation) => shelf.FindAsync(id, cancellation));
app.MapGet("/cached/{id:int}", (int id, HybridCache cache, IServiceScopeFactory scopes, CancellationToken cancellation) =>
    cache.GetOrCreateAsync($"book-{id}", async token =>
    {
        await using var scope = scopes.CreateAsyncScope();
        return await scope.ServiceProvider.GetRequiredService<Shelf>().FindAsync(id, token);
    }, cancellationToken: cancellation));
app.Run();

internal sealed record Book(int Id, string Title, string Author, int Year);

internal sealed class Shelf(DbContextOptions<Shelf> options) : DbContext(options)
{
    private const int Count = 5000;

    private DbSet<Book> Books => Set<Book>();

    public async Task FillAsync()
    {
        // Servers side by side share a PostgreSQL: the first fills it, and the others wait for its lock.
        if (Database.IsNpgsql())
        {
            await Database.OpenConnectionAsync();
            await Database.ExecuteSqlAsync($"SELECT pg_advisory_lock(11)");
        }
        await Database.EnsureCreatedAsync();
        if (!await Books.AnyAsync())
        {
            Books.AddRange(Enumerable.Range(1, Count).Select(id => new Book(id, $"Book {id}", $"Author {id % 1000}", 1950 + id % 75)));
            await SaveChangesAsync();
        }
        if (Database.IsNpgsql()) await Database.ExecuteSqlAsync($"SELECT pg_advisory_unlock(11)");
    }

    public Task<Book?> FindAsync(int id, CancellationToken cancellation) =>
        Books.AsNoTracking().FirstOrDefaultAsync(book => book.Id == id, cancellation);

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Book>().Property(book => book.Id).ValueGeneratedNever();
}
