// One of several projects of a solution: launch profiles, a library, generated sources, a global.json that asks for an older SDK.
using System.Text.Json.Serialization;

var builder = WebApplication.CreateSlimBuilder(args);
builder.Services.ConfigureHttpJsonOptions(options => options.SerializerOptions.TypeInfoResolverChain.Insert(0, Contracts.Default));
var app = builder.Build();
app.MapGet("/", (IHostEnvironment environment) => new Product(Catalogue.Names.First, Prices.Generated.Price, environment.EnvironmentName));
app.Run();

internal sealed record Product(string Name, int Price, string Stage);

[JsonSerializable(typeof(Product))]
internal sealed partial class Contracts : JsonSerializerContext;
