using Microsoft.AspNetCore.Mvc;

var builder = WebApplication.CreateBuilder(args);
// In Production nothing is logged: the study measures the pipeline, not a console.
if (builder.Environment.IsProduction()) builder.Logging.ClearProviders();

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
if (builder.Configuration["Redirection"] == "on") app.UseHttpsRedirection();
app.UseAuthorization();
app.MapControllers();

app.Run();
