namespace Dyno.Dashboard;

/// <summary>Starting, watching and stopping runs.</summary>
internal static class RunApi
{
    private const string Run = "run";
    private const string Tune = "tune";

    public static void Map(IEndpointRouteBuilder routes)
    {
        var runs = routes.MapGroup("/api/live").WithTags("Runs");
        runs.MapGet("", (LiveRuns live) => live.States).WithSummary("Active runs and experiments, and those that have ended since this server started").WithName("listLive");
        runs.MapPost("", (LiveRuns live, DynoProgram program, OpenFolder folder, LaunchRequest request) =>
                live.Start(request.Command == Tune ? LiveKind.Experiment : LiveKind.Run, request.Target,
                    CommandText.Words(request, OptionsOf(program, folder, request.Command, request.Target))))
            .WithSummary("Starts a run; 409 while another measurement runs on this machine").WithName("startRun");
        runs.MapGet("/{id}", (LiveRuns live, string id) => live.Find(id).Detail).WithSummary("Everything about a run or experiment so far").WithName("getLive");
        runs.MapPost("/{id}/stop", Stop).WithSummary("Stops a run or experiment gracefully; a second call cuts what is in flight").WithName("stopLive");
        routes.MapPost("/api/command", (DynoProgram program, OpenFolder folder, LaunchRequest request) => Describe(program, folder, request))
            .WithTags("Runs").WithSummary("The command line for a form, and its problems").WithName("describeCommand");
        routes.MapGet("/api/run-options", (DynoProgram program, OpenFolder folder, string? command, string? target) => OptionsOf(program, folder, command ?? Run, target ?? ""))
            .WithTags("Runs").WithSummary("The options of dyno run or dyno tune for a target: each kind of load has its own").WithName("listRunOptions");
        routes.MapGet("/api/events", (EventHub events, TimeProvider time, CancellationToken cancellation) =>
                TypedResults.ServerSentEvents(events.Listen(time, cancellation)))
            .WithTags("Events").WithSummary("Server-sent events: files, history, live, snapshot, log, experiment; beat is a sign of life").WithName("listen");
    }

    private static NoContent Stop(LiveRuns live, string id)
    {
        live.Find(id).Interrupt();
        return TypedResults.NoContent();
    }

    private static ImmutableArray<OptionSection> OptionsOf(DynoProgram program, OpenFolder folder, string command, string target)
    {
        if (command is not (Run or Tune)) throw RefusedException.Wrong($"there is no form for dyno {command}", $"name {Run} or {Tune}");
        var path = Path.Combine(folder.Root, target);
        return program.OptionsOf(command, target.Length > 0 && Path.Exists(path) ? path : target);
    }

    private static CommandView Describe(DynoProgram program, OpenFolder folder, LaunchRequest request)
    {
        var words = CommandText.Words(request, OptionsOf(program, folder, request.Command, request.Target));
        return new CommandView(CommandText.Of(words), program.ProblemsOf(words));
    }
}

/// <summary>A command line.</summary>
/// <param name="Command">The command line as text for a shell.</param>
internal sealed record CommandView(string Command, ImmutableArray<string> Problems);
