using Handicap;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
var app = builder.Build();
var share = app.Configuration.GetValue<double?>("HANDICAP"); // share of the CPU time, 0 to below 1
if (share is < 0 or >= 1) throw new ArgumentOutOfRangeException(nameof(args), share, "HANDICAP is a share of the time, 0 to below 1");
if (share is { } handicap)
{
    // With a share of 0, too: counting requests and reading the CPU time cost something by themselves.
    var spinning = new Spinning(handicap);
    app.Use((context, next) =>
    {
        spinning.Request();
        return next(context);
    });
}
var (wait, allocate) = (app.Configuration.GetValue("WAIT_MS", 0), app.Configuration.GetValue("ALLOCATE", 0));
if (wait > 0)
{
    app.Use(async (context, next) =>
    {
        await Task.Delay(wait, context.RequestAborted);
        await next(context);
    });
}
if (allocate > 0)
{
    app.Use((context, next) =>
    {
        GC.KeepAlive(new byte[allocate]);
        return next(context);
    });
}
app.MapGet("/hello", () => new { name = "Rick", message = "Hello World" });
app.Run();
