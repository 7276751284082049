// Compiled ahead of time, or trimmed: says which.
using System.Runtime.CompilerServices;

var builder = WebApplication.CreateSlimBuilder(args);
var app = builder.Build();
app.MapGet("/", context => context.Response.WriteAsync(RuntimeFeature.IsDynamicCodeSupported ? "trimmed" : "ahead of time"));
app.Run();
