namespace Dyno.Observation;

/// <summary>All rules, in the order in which their explanations are shown. To add one, add a line and a method.</summary>
internal static class ExplanationRules
{
    private const double IdleCommandsPerRequest = 0.001;
    private const double IdleCpuShare = 0.005; // of one CPU: the CPU time of a program that only waits

    public static ImmutableArray<ExplanationRule> All { get; } =
    [
        new("other-traffic", OtherTraffic),
        new("idle-service", IdleService),
        new("debug-build", DebugBuild),
        new("client-gave-up", ClientGaveUp),
        new("cpu-taken", CpuTakenRule.Look),
        new("thread-pool-starvation", StarvationRule.Look),
        new("gc-bound", GcBound),
        new("log-writing", LogWriting),
        new("lock-contention", LockContention),
        new("connection-queueing", ConnectionQueue),
        new("exceptions", ThrownExceptions),
        new("service-saturated", ServiceSaturated),
        new("cpu-bound", CpuBound),
    ];

    /// <summary>Holds only when no other rule explains the rate.</summary>
    public static ExplanationRule Idle { get; } = new("idle-server", IdleServer);

    // The server counted another rate than the generator: because of followed redirects, retries, or requests of other clients.
    private static Cause? OtherTraffic(RunResult run, ServerObservation server)
    {
        const double limit = 0.01;
        if (server.Runtime is not { ServerSeenDifference: { } difference, ServedRequests: { } served }) return null;
        if (Math.Abs(difference) <= limit || CountsMessages(run)) return null;
        return new(
            difference > 0
            ? "the server handled more requests than the generator sent: followed redirects, retries, or other traffic"
            : "the server counted fewer requests than the generator sent: messages share one (sockets, streams), something in between answers, or some never arrived",
            [$"{Evidence.Number(served)} requests at the server, warm-up included: {Evidence.Percent(Math.Abs(difference))} {(difference > 0 ? "more" : "fewer")} than at the generator (limit {Evidence.Percent(limit)})"]);
    }

    // Dyno counts each message of a WebSocket; a server counts only the request that opened the connection for them.
    private static bool CountsMessages(RunResult run) => run.Plan.Scenarios.SelectMany(s => s.Steps).Any(s => s.Method == "WEBSOCKET");

    // A service of the experiment had nothing to do, so the run did not measure what the experiment is about.
    private static Cause? IdleService(RunResult run, ServerObservation server)
    {
        var requests = run.Measured.Totals.Requests + (run.WarmUp?.Totals.Requests ?? 0);
        var idle = run.Services.Where(s => IsIdle(s, requests)).ToList();
        if (idle.Count == 0) return null;
        return new(
            $"{string.Join(" and ", idle.Select(s => s.Name))} did almost no work: no load arrives, or something in front answers",
            [.. idle.SelectMany(s => EvidenceOf(s, requests))]);
    }

    private static bool IsIdle(ServiceObservation service, long requests) =>
        service.Commands is { } commands ? commands < IdleCommandsPerRequest * requests : service.Process is { } process && process.CpuCores < IdleCpuShare;

    private static IEnumerable<string> EvidenceOf(ServiceObservation service, long requests)
    {
        if (service.Commands is { } commands)
            yield return $"{service.Name}: {Evidence.Number(commands)} {ServiceKind.WorkUnitOf(service.Kind)} for {Evidence.Number(requests)} requests (limit {Evidence.Percent(IdleCommandsPerRequest)})";
        if (service.Process is { } process) yield return $"{service.Name}: {Evidence.Percent(process.CpuCores)} of a CPU busy";
    }

    // The server that runs already is a Debug build, as dotnet run and an Aspire app host start it.
    private static Cause? DebugBuild(RunResult run, ServerObservation server) => !server.IsDebugBuild ? null : new(
        "the server is a Debug build, whose code the JIT does not optimise: start a Release build (dotnet run -c Release), or let Dyno build and start it (--subject PATH)",
        ["its program lies in a folder bin/Debug"]);

    // Requests timed out at the generator. ASP.NET Core continues with a request whose client has left: a handler that does not look at RequestAborted
    // ends with 200 after its whole time, and one that stops counts as 499. So the server's counts differ from the generator's.
    private static Cause? ClientGaveUp(RunResult run, ServerObservation server)
    {
        const double limit = 0.01;
        var given = run.Measured.Errors.Where(e => e.Kind == "timeout").Sum(e => e.Count);
        var share = (double)given / run.Measured.Totals.Requests;
        if (share < limit) return null;
        return new(
            "requests timed out at the generator, and the server does not count them as failures: it works on unless the handler stops on HttpContext.RequestAborted, "
            + "and then counts 200 with the whole duration (499 when the handler stops). Its CPU time includes work that nobody waited for",
            [$"{Evidence.Number(given)} requests timed out, {Evidence.Percent(share)} (limit {Evidence.Percent(limit)})"]);
    }

    // The garbage collector stops all threads for a large part of the time.
    private static Cause? GcBound(RunResult run, ServerObservation server)
    {
        const double limit = 0.10;
        if (server.Runtime is not { GcPauseShare: { } share } runtime || share < limit) return null;
        var longest = runtime.GcPauses is { } pauses ? $", {FigureText.Count(pauses.Count, "pause")}, the longest {Evidence.Milliseconds(pauses.MaxNanos)}" : "";
        return new(
            "garbage collection pauses the program: allocate less per request, or give the program another collector or more memory",
            [
                $"all threads were paused for {Evidence.Percent(share)} of the time{longest} (limit {Evidence.Percent(limit)})",
                $"{Evidence.Number(runtime.AllocatedBytesPerRequest ?? 0)} bytes allocated per request",
            ]);
    }

    // The server writes to files and pipes for every request, most often the log on its console. Writers wait for each other at the lock of the
    // console, so contended locks are its effect.
    private static Cause? LogWriting(RunResult run, ServerObservation server)
    {
        const double fewestBytesPerRequest = 100; // one line of a log
        const long fewestBytes = 1_000_000;
        if (server.WrittenBytes is not { } written || written < fewestBytes) return null;
        var perRequest = (double)written / run.Measured.Totals.Requests;
        if (perRequest < fewestBytesPerRequest) return null;
        return new(
            "the server writes to files or pipes with every request, most often its log: a log on the console costs CPU time and a lock. Log less (Logging__LogLevel__Default=Warning) to see the difference",
            [$"{Evidence.Number(written / 1e6)} MB written, {Evidence.Number(perRequest)} bytes per request (limit {Evidence.Number(fewestBytesPerRequest)})"]);
    }

    // Threads wait for locks that other threads hold.
    private static Cause? LockContention(RunResult run, ServerObservation server)
    {
        const double limit = 0.05;
        if (server.Runtime?.LockContentions is not { } contentions) return null;
        var perRequest = (double)contentions / run.Measured.Totals.Requests;
        if (perRequest < limit) return null;
        return new(
            "threads wait for each other's locks: hold locks for less time, or split the data that they protect",
            [$"{Evidence.Number(contentions)} waits for a lock, {Evidence.Number(perRequest)} per request (limit {Evidence.Number(limit)})"]);
    }

    // Connections, or requests on multiplexed ones, wait before Kestrel takes them.
    private static Cause? ConnectionQueue(RunResult run, ServerObservation server)
    {
        const double limit = 0.2;
        var points = server.Runtime?.Series.Where(p => p.Seconds > 0 && p.ConnectionQueue is not null).ToList();
        if (points is not { Count: > 0 }) return null;
        var share = Math.Min(1, (double)points.Count(p => p.ConnectionQueue >= 1 || p.RequestQueue >= 1) / points.Count / LoadedTime.ShareOf(run));
        if (share < limit) return null;
        return new(
            "connections wait for the server to accept them: the server accepts too slowly, or its limit of concurrent connections is reached",
            [$"a queue in {Evidence.Percent(share)} of the seconds{LoadedTime.Words(run)}, up to {FigureText.Count(server.Runtime!.MaxConnectionQueue ?? 0, "connection")} and {FigureText.Count(server.Runtime.MaxRequestQueue ?? 0, "request")} (limit {Evidence.Percent(limit)})"]);
    }

    // Requests throw exceptions; an exception costs tens of microseconds, more than a small answer.
    private static Cause? ThrownExceptions(RunResult run, ServerObservation server)
    {
        const double limit = 0.01;
        if (server.Runtime?.Exceptions is not { } exceptions) return null;
        var perRequest = (double)exceptions / run.Measured.Totals.Requests;
        if (perRequest < limit) return null;
        return new(
            "requests throw exceptions: one exception costs more than a small answer",
            [$"{Evidence.Number(exceptions)} exceptions, {Evidence.Number(perRequest)} per request (limit {Evidence.Number(limit)})"]);
    }

    // A service beside the server, such as a database or a cache, has no CPU time left.
    private static Cause? ServiceSaturated(RunResult run, ServerObservation server)
    {
        const double limit = 0.9;
        var busiest = run.Services.Where(s => s.Process is not null).MaxBy(Busy);
        if (busiest?.Process is not { } process || Busy(busiest) < limit) return null;
        return new(
            $"{busiest.Name} has no free CPU: the server waits for this service",
            [$"{busiest.Name}: {Evidence.Number(process.CpuCores)} of {FigureText.Count(process.AvailableCpus, "CPU")} busy (limit {Evidence.Percent(limit)})"]);
    }

    private static double Busy(ServiceObservation service) => service.Process!.CpuCores / Math.Max(1, service.Process.AvailableCpus);

    // The server used all the CPUs it had.
    private static Cause? CpuBound(RunResult run, ServerObservation server)
    {
        const double limit = 0.9;
        if (server.BusyShare is not { } busy || busy < limit) return null;
        return new(
            "the server used all available CPU: the CPU time per request limits the rate",
            [
                $"{Evidence.Number(server.CpuCores)} of {FigureText.Count(server.AvailableCpus, "CPU")} busy (limit {Evidence.Percent(limit)})",
                $"{Evidence.Number(server.CpuMicrosPerRequest)} CPU µs per request",
            ]);
    }

    // The server had CPU time left and no other rule explains the rate: the load asked for no more, or requests wait outside the server.
    private static Cause? IdleServer(RunResult run, ServerObservation server)
    {
        const double limit = 0.5, busyGenerator = 0.8;
        if (server.BusyShare is not { } busy || busy >= limit) return null;
        var generator = run.Generator.WorkerBusy.DefaultIfEmpty().Max();
        return new(
            run.Plan.Model == LoadModel.Open ? "the server was mostly idle: the offered rate is low for this server"
            : generator >= busyGenerator ? "the server was mostly idle and the generator busy: the generator limits the rate"
            : "the server was mostly idle: requests wait for something else (a timer, a service, the network), or there are too few connections",
            [
                $"{Evidence.Percent(busy)} of its CPUs busy (limit {Evidence.Percent(limit)})",
                $"busiest worker of the generator {Evidence.Percent(generator)} busy",
            ]);
    }
}
