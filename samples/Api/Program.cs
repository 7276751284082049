var app = WebApplication.CreateBuilder(args).Build();

app.MapGet("/orders", () => Enumerable.Range(1, 10).Select(id => new Order(id, $"customer {id % 3}")));
app.MapGet("/orders/{id:int}", (int id) => id is > 0 and <= 10 ? Results.Ok(new Order(id, $"customer {id % 3}")) : Results.NotFound());

app.Run();

internal sealed record Order(int Id, string Customer);
