// The kinds of APIs that people bring, beside a minimal one: Entity Framework with a native library, gRPC, SignalR.
using System.Runtime.InteropServices;
using Grpc.Core;
using Kinds;
using Microsoft.AspNetCore.SignalR;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
builder.Services.AddDbContext<Shelf>(options => options.UseSqlite($"Data Source={Path.Combine(builder.Environment.ContentRootPath, "shelf.db")}"));
builder.Services.AddGrpc();
builder.Services.AddSignalR();
var app = builder.Build();
using (var scope = app.Services.CreateScope())
{
    var shelf = scope.ServiceProvider.GetRequiredService<Shelf>();
    shelf.Database.EnsureCreated();
    shelf.Books.AddRange(new Book { Title = "Emma" }, new Book { Title = "Ulysses" });
    shelf.SaveChanges();
}
app.MapGet("/", () => RuntimeInformation.FrameworkDescription);
app.MapGet("/books", async (Shelf shelf) => string.Join(", ", await shelf.Books.Where(book => book.Id > 1).Select(book => book.Title).ToListAsync())
    + $" in SQLite {new SqliteConnection().ServerVersion}");
app.MapGet("/invariant", () => AppContext.TryGetSwitch("System.Globalization.Invariant", out var isInvariant) && isInvariant);
app.MapGrpcService<GreeterService>();
app.MapHub<EchoHub>("/echo");
app.Run();

internal sealed class Book
{
    public int Id { get; set; }
    public required string Title { get; set; }
}

internal sealed class Shelf(DbContextOptions<Shelf> options) : DbContext(options)
{
    public DbSet<Book> Books => Set<Book>();
}

internal sealed class GreeterService : Greeter.GreeterBase
{
    public override Task<Greeting> Greet(Name request, ServerCallContext context) => Task.FromResult(new Greeting { Text = $"hello {request.Text}" });
}

internal sealed class EchoHub : Hub
{
    public string Echo(string text) => $"echo of {text}";
}
