// A clinic's appointments, as a minimal API and as a controller. The variable PLANT names the method that is made slower.
using Clinic;

var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
builder.Services.AddSingleton<Calendar>().AddSingleton<Register>().AddSingleton<Triage>().AddSingleton<Letters>().AddSingleton<Visits>();
builder.Services.AddSingleton<Schedule>();
builder.Services.AddSingleton<Tracking>().AddSingleton<Rota>().AddSingleton<Ledger>().AddSingleton<Partner>().AddSingleton<Desk>();
builder.Services.AddControllers();
var app = builder.Build();
app.MapGet("/appointments/{id:int}", async (int id, Schedule schedule) => Results.Json(await schedule.ForAsync(id)));
app.MapGet("/notes/{id:int}", (int id, HttpContext context, Desk desk) => desk.NoteAsync(id, context.Request.Path));
app.MapControllers();
app.MapGet("/health", () => "ok");
app.Run();
