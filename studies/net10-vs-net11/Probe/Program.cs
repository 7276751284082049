// One path for each kind of work that the claims are about. The same build runs on .NET 10 and on .NET 11.
using System.Globalization;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
var app = builder.Build();
var catalogue = Enumerable.Range(1, 400).Select(Item.Of).ToArray();

app.MapGet("/hello", () => new { name = "Rick", message = "Hello World" });
app.MapGet("/catalogue", () => catalogue);
app.MapPost("/catalogue", (Item[] items) => items.Sum(item => item.Price).ToString(CultureInfo.InvariantCulture));
app.MapGet("/chain", async () => (await ChainAsync(40)).ToString(CultureInfo.InvariantCulture));
app.MapGet("/exception", () =>
{
    try
    {
        return Thrown(8);
    }
    catch (InvalidOperationException e)
    {
        return e.Message;
    }
});
app.Run();

// Every other step gives up the thread, so the chain has both kinds of await: completed ones, and others.
static async Task<int> ChainAsync(int depth)
{
    if (depth == 0) return 0;
    if (depth % 20 == 0) await Task.Yield();
    return await ChainAsync(depth - 1) + 1;
}

static string Thrown(int depth) => depth == 0 ? throw new InvalidOperationException("caught on purpose") : Thrown(depth - 1);

internal sealed record Item(int Id, string Name, string Description, decimal Price)
{
    public static Item Of(int id) => new(id, $"Item {id}", $"The description of item {id}, long enough to fill several segments of a body.", id * 1.25m);
}
