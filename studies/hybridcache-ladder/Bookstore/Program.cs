using Bookstore;
using Bookstore.Authors;
using Bookstore.Books;
using Bookstore.Caches;
using Bookstore.Faults;
using Bookstore.Reads;
using Bookstore.Stores;
using Carter;

var builder = WebApplication.CreateBuilder(args);
// In Production only errors are logged, because the study measures reads and not the console.
if (builder.Environment.IsProduction()) builder.Logging.SetMinimumLevel(LogLevel.Error);
if (Rungs.Find(builder.Configuration["Bookstore:Read"]) is not { } rung)
    return Refusal.Say($"Bookstore__Read={builder.Configuration["Bookstore:Read"]}: there is no such rung", $"write one of {string.Join(", ", Rungs.Names)}");

builder.AddStore();
await using var redis = builder.AddRedis(isNeeded: rung.NeedsRedis);
builder.Services.AddSingleton<WorkCounts>().AddSingleton<IBookCache, NoBookCache>();
rung.AddServices(builder.Services, builder.Configuration);
builder.Services.AddCarter(configurator: carter => carter.WithModules(
    typeof(CreateBookEndpoint), typeof(UpdateBookEndpoint), typeof(DeleteBookEndpoint), typeof(GetBooksByTitleEndpoint),
    typeof(CreateAuthorEndpoint), typeof(UpdateAuthorEndpoint), typeof(DeleteAuthorEndpoint), typeof(GetAuthorByIdEndpoint)));
builder.Services.AddValidation();
builder.Services.AddOpenApi();
builder.AddFaults();

var app = builder.Build();
if (await app.FillStoreAsync() is { } fault) return Refusal.Say(fault, "start the database, or take Bookstore__Postgres away: then SQLite is used");
app.UseExceptionHandler();
rung.Use(app);
app.MapOpenApi();
app.MapHealthChecks("/health");
app.MapGet("/work", (WorkCounts work) => work.Now()).ExcludeFromDescription();
app.MapCarter();
rung.AddRoutes(app);
await app.RunAsync();
return 0;
