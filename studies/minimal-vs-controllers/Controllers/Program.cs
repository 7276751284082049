using Microsoft.AspNetCore.Mvc;
using MinimalVsControllers;

var builder = WebApplication.CreateBuilder(args);
// In Production nothing is logged: the study measures the pipeline, not a console.
if (builder.Environment.IsProduction()) builder.Logging.ClearProviders();
Redirection.AddHttps(builder);

// Controllers validate unless told not to.
var validates = builder.Configuration["Validation"] != "off";
builder.Services.AddControllers(options =>
{
    // Only written rules count: MVC would add [Required] to every string that is not nullable.
    options.SuppressImplicitRequiredAttributeForNonNullableReferenceTypes = true;
    if (!validates) options.ModelValidatorProviders.Clear();
});
if (!validates) builder.Services.Configure<ApiBehaviorOptions>(options => options.SuppressModelStateInvalidFilter = true);

var app = builder.Build();
if (Redirection.IsOn(builder.Configuration)) app.UseHttpsRedirection();
app.UseAuthorization();
app.MapControllers();

app.Run();
