using Products.Stores;

var builder = WebApplication.CreateBuilder(args);
// In Production nothing is logged: the study measures threads, not a console.
if (builder.Environment.IsProduction()) builder.Logging.ClearProviders();
// The factor of the experiment: the number of threads that the pool creates at once, before it grows slowly.
if (builder.Configuration.GetValue<int?>("Products:MinThreads") is { } threads) ThreadPool.SetMinThreads(threads, threads);
builder.AddCatalog();
builder.Services.AddControllers();

var app = builder.Build();
app.FillCatalog();
app.MapGet("/", () => "GET /Product, /SyncProduct, /Product/{id}, /LongRead");
app.MapControllers();
app.Lifetime.ApplicationStopped.Register(ProductStore.Forget);

app.Run();
