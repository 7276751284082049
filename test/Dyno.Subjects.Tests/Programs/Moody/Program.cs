// A program under test with every bad habit that the tests need; MOOD says which one it has today.
using System.Diagnostics;
using System.Runtime;
using System.Runtime.InteropServices;

var mood = Environment.GetEnvironmentVariable("MOOD") ?? "good";
Console.WriteLine($"mood: {mood}");
if (mood == "exits") { Console.Error.WriteLine("cannot go on: no database"); return 3; }
if (mood == "throws") throw new InvalidOperationException("thrown on purpose");
if (mood == "port-taken") { Console.WriteLine("Failed to bind to address: address already in use."); return 134; }
if (mood == "never-listens") { await Task.Delay(Timeout.Infinite); }
if (mood == "parent") Process.Start("sleep", "1000");
if (mood == "other-session") Process.Start("setsid", ["--wait", "sleep", "1000"]);
if (mood == "works") new Thread(() => { while (true) { Thread.SpinWait(100_000); Thread.Sleep(1); } }) { IsBackground = true }.Start();
if (Environment.GetEnvironmentVariable("SECOND_PORT") is { } second) new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, int.Parse(second)).Start();
if (mood == "tells-secrets") Console.WriteLine("connecting with " + Environment.GetEnvironmentVariable("Api__Token"));

var builder = WebApplication.CreateBuilder(args);
if (mood != "says-its-own-port") builder.Logging.ClearProviders();
if (mood is "listens-elsewhere" or "says-its-own-port") builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(System.Net.IPAddress.Loopback, 0));
var app = builder.Build();
using var deaf = mood == "deaf" ? PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal => signal.Cancel = true) : null;

if (mood == "slow") app.Use((context, next) => { Thread.SpinWait(20_000); return next(context); });
app.MapGet("/", () => mood == "not-found" ? Results.NotFound() : Results.Text("hello"));
app.MapGet("/healthz", () => mood == "unhealthy" ? Results.StatusCode(503) : Results.Ok());
app.MapGet("/environment/{name}", (string name) => Environment.GetEnvironmentVariable(name) ?? "unset");
app.MapGet("/arguments", () => string.Join('|', args));
app.MapGet("/stage", (IHostEnvironment environment) => environment.EnvironmentName);
app.MapGet("/runtime", () => $"{Environment.ProcessorCount} {GCSettings.IsServerGC}");
app.MapGet("/version", () => RuntimeInformation.FrameworkDescription);
app.MapGet("/visit", (IHostEnvironment environment) =>
{
    var visits = Path.Combine(environment.ContentRootPath, "visits.txt");
    File.AppendAllLines(visits, ["visit"]);
    return File.ReadAllLines(visits).Length;
});
app.MapGet("/exit/{code:int}", (int code) => Environment.Exit(code));
if (mood == "deaf") { await app.StartAsync(); await Task.Delay(Timeout.Infinite); }
app.Run();
return 0;
