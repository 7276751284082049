using System.Diagnostics;
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
    // A request costs what the program needed without spinning, and the spinning: 1 ÷ (1 − share).
    Counted(handicap, () => 1 / (1 - spinning.Share));
    app.Use((context, next) =>
    {
        spinning.Request();
        return next(context);
    });
}
var (wait, allocate) = (app.Configuration.GetValue("WAIT_MS", 0), app.Configuration.GetValue("ALLOCATE", 0));
if (wait > 0)
{
    var (waited, requests) = (0L, 0L);
    Counted(wait, () => (double)waited / Math.Max(1, requests));
    app.Use(async (context, next) =>
    {
        var began = Stopwatch.GetTimestamp();
        await Task.Delay(wait, context.RequestAborted);
        Interlocked.Add(ref waited, Stopwatch.GetElapsedTime(began).Ticks);
        Interlocked.Increment(ref requests);
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

// What was planted, as counted here: a line in the file that COUNTED names, at the end.
void Counted(double handicap, Func<double> cost)
{
    if (app.Configuration["COUNTED"] is { Length: > 0 } file)
        app.Lifetime.ApplicationStopped.Register(() => File.AppendAllText(file, FormattableString.Invariant($"{handicap} {cost()}\n")));
}
