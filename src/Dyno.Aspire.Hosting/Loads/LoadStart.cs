using Microsoft.Extensions.DependencyInjection;

namespace Dyno.Aspire.Hosting;

/// <summary>The command <em>Start load</em>.</summary>
internal static class LoadStart
{
    /// <summary>Whether the command can be given: not while the load runs.</summary>
    /// <param name="context">The state of the resource.</param>
    public static ResourceCommandState StateOf(UpdateCommandStateContext context) =>
        IsAtRest(context.ResourceSnapshot) ? ResourceCommandState.Enabled : ResourceCommandState.Disabled;

    /// <summary>Starts the load and waits for its end.</summary>
    /// <returns>The run in one sentence with its report; a failure when there is no result, or when a threshold was crossed.</returns>
    public static async Task<ExecuteCommandResult> RunAsync(DynoResource load, ExecuteCommandContext context)
    {
        var notifications = context.Services.GetRequiredService<ResourceNotificationService>();
        var before = notifications.TryGetCurrentState(context.ResourceName, out var state) ? state.Snapshot : null;
        if (before is not null && !IsAtRest(before)) return CommandResults.Failure($"{load.Name} is {before.State?.Text}: wait for its end, or stop it");
        var started = await context.Services.GetRequiredService<ResourceCommandService>()
            .ExecuteCommandAsync(context.ResourceName, KnownResourceCommands.StartCommand, context.CancellationToken);
        if (!started.Success) return started;
        var ended = await notifications.WaitForResourceAsync(
            load.Name, now => now.ResourceId == context.ResourceName && HasEnded(now.Snapshot, before), context.CancellationToken);
        await RunPublisher.PublishAsync(load, context.ResourceName, context.Services);
        return ResultOf(load, ended.Snapshot);
    }

    private static ExecuteCommandResult ResultOf(DynoResource load, CustomResourceSnapshot ended)
    {
        if (load.Documents.Read() is not { } run)
            return CommandResults.Failure($"{load.Name} left no result (exit code {ended.ExitCode?.ToString() ?? "unknown"}): its console log says why");
        var report = new CommandResultData
        {
            Value = load.Documents.ReadReport() ?? run.Sentence,
            Format = CommandResultFormat.Markdown,
            DisplayImmediately = true,
        };
        return ended.ExitCode is null or 0 ? CommandResults.Success(run.Sentence, report) : CommandResults.Failure($"{run.Sentence} (exit code {ended.ExitCode})", report);
    }

    private static bool IsAtRest(CustomResourceSnapshot snapshot) => IsTerminal(snapshot) || snapshot.State?.Text == KnownResourceStates.NotStarted;

    private static bool IsTerminal(CustomResourceSnapshot snapshot) => snapshot.State?.Text is { } state && KnownResourceStates.TerminalStates.Contains(state);

    // A second start makes a new process with a new time; until then the resource is still in the state of the first one.
    private static bool HasEnded(CustomResourceSnapshot now, CustomResourceSnapshot? before) =>
        IsTerminal(now) && (before is null || !IsTerminal(before) || now.CreationTimeStamp != before.CreationTimeStamp);
}
