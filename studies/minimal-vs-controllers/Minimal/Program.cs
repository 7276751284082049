using MinimalVsControllers;

var builder = WebApplication.CreateBuilder(args);
// In Production nothing is logged, because the study measures the pipeline and not the console.
if (builder.Environment.IsProduction()) builder.Logging.ClearProviders();
Redirection.AddHttps(builder);

// Minimal APIs validate since .NET 10. On earlier versions "on" is refused, because it would silently have no effect.
var validates = builder.Configuration["Validation"] == "on";
#if NET10_0_OR_GREATER
if (validates) builder.Services.AddValidation();
#else
if (validates) throw new InvalidOperationException("minimal APIs validate from .NET 10 on");
#endif

var app = builder.Build();
if (Redirection.IsOn(builder.Configuration)) app.UseHttpsRedirection();

app.MapGet("text-plain", () => Results.Content("response")).WithName("GetTextPlain");
app.MapPost("validations", (Submission validation) => Results.Ok(validation)).WithName("PostValidationData");
app.MapGet("jsons", () => Results.Ok(Person.Three())).WithName("GetJsonData");
app.MapGet("sized/{bytes:int}", (int bytes) => Results.Ok(Payload.OfBytes(bytes)));
app.MapPost("rules/00", (Rules00 data) => Results.Ok(new { first = data.Field01 }));
app.MapPost("rules/05", (Rules05 data) => Results.Ok(new { first = data.Field01 }));
app.MapPost("rules/10", (Rules10 data) => Results.Ok(new { first = data.Field01 }));
app.MapPost("rules/25", (Rules25 data) => Results.Ok(new { first = data.Field01 }));
app.MapPost("rules/50", (Rules50 data) => Results.Ok(new { first = data.Field01 }));

app.Run();
