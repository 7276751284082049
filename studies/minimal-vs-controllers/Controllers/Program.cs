using Microsoft.AspNetCore.Mvc;
using MinimalVsControllers;

var builder = WebApplication.CreateBuilder(args);
// In Production nothing is logged, because the study measures the pipeline and not the console.
if (builder.Environment.IsProduction()) builder.Logging.ClearProviders();
Redirection.AddHttps(builder);

// Controllers validate unless it is switched off.
var validates = builder.Configuration["Validation"] != "off";
builder.Services.AddControllers(options =>
{
    // Only explicit rules count: without this line, MVC would add [Required] to every string that is not nullable.
    options.SuppressImplicitRequiredAttributeForNonNullableReferenceTypes = true;
    if (!validates) options.ModelValidatorProviders.Clear();
});
if (!validates) builder.Services.Configure<ApiBehaviorOptions>(options => options.SuppressModelStateInvalidFilter = true);

var app = builder.Build();
if (Redirection.IsOn(builder.Configuration)) app.UseHttpsRedirection();
app.UseAuthorization();
app.MapControllers();

app.Run();
