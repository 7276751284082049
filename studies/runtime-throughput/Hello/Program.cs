using Hello;

var builder = WebApplication.CreateBuilder(args);
// In Production nothing is logged, because the study measures routing, JSON and the server, and not the console.
if (builder.Environment.IsProduction()) builder.Logging.ClearProviders();
builder.Services.AddControllers();

var app = builder.Build();
app.UseDefaultFiles();
app.UseStaticFiles();

app.MapGet("/hello", () => new { name = "Rick", message = "Hello World" });
app.MapPost("/hello", (RequestMessage model) => new { name = model.Name, message = model.Message });
app.MapControllers();

app.Run();
