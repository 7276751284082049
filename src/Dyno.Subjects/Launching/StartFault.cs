namespace Dyno.Subjects;

/// <summary>Explains to people why a subject did not come up.</summary>
internal static class StartFault
{
    public const int ShownLines = 20;

    // More lines are read than shown: .NET writes an exception with all inner exceptions, and the first line has the cause.
    private const int ReadLines = 200;

    /// <summary>The program ended before it answered.</summary>
    public static UserFault Exited(PublishedSubject program, int exitCode, StartedProcess started) => SubjectFaults.Of(SubjectFault.ExitedAtStart,
        $"{program.Name} ended with exit code {exitCode}{Meaning(exitCode)} before it answered at {started.Url}",
        $"{(IsOfAnotherVersion(program, started) ? OfAnotherVersion : "start it manually with ASPNETCORE_ENVIRONMENT=Production to see why")}; "
        + $"its whole output is in {started.Process.Output.FilePath}",
        started.Output());

    private const string OfAnotherVersion =
        "the program, or a package of it, uses what this version of .NET has no longer: it must be built for this version before it can be compared";

    // Code that was compiled against another version finds types and methods missing.
    private static bool IsOfAnotherVersion(PublishedSubject program, StartedProcess started) => program.RuntimeVariables.Count > 0
        && started.Process.LastLines(ReadLines).Any(line => line.Contains("System.TypeLoadException", StringComparison.Ordinal)
            || line.Contains("System.Missing", StringComparison.Ordinal)); // MissingMethodException, MissingFieldException

    /// <summary>The program runs, but gave no good answer in time.</summary>
    public static UserFault NeverReady(string name, TimeSpan limit, ReadinessProbe probe, StartedProcess started)
    {
        var seconds = limit.TotalSeconds.ToString("0.#", CultureInfo.InvariantCulture);
        var said = probe.LastStatus is { } status ? $"its last answer was {(int)status} {status}" : "nothing answered";
        return SubjectFaults.Of(SubjectFault.NeverReady,
            $"{name} was not ready within {seconds} s: GET {probe.Url}: {said}", HintFor(probe, started), started.Output());
    }

    /// <summary>The program listens on addresses of its own, to which the load cannot go.</summary>
    public static UserFault ListensElsewhere(string name, ImmutableArray<Uri> own, SubjectOptions options, StartedProcess started)
    {
        var why = options.Port is { } port ? $"not on port {port}"
            : options.UsesHttps ? "not on the https address that it was given, whose certificate Dyno trusts" : "which is https with a certificate of its own";
        var hint = options.Port is null ? Remedy(own[0].Port) : $"name that port instead, or none: Dyno then follows the program to {own[0]}";
        return SubjectFaults.Of(SubjectFault.NeverReady, $"{name} listens on {string.Join(" and ", own)}, {why}", hint, started.Output());
    }

    /// <summary>The port that the user wants is not free.</summary>
    public static UserFault PortTaken(int port) => SubjectFaults.Of(SubjectFault.PortInUse,
        $"port {port} is in use by another process", "stop that process, name another port, or leave out the port to use a free one");

    /// <summary>An address that the program chose for itself, and not Dyno, is in use.</summary>
    public static UserFault OwnPortTaken(string name, string address, StartedProcess started) => SubjectFaults.Of(SubjectFault.PortInUse,
        $"{name} tries to listen on {address}, which is in use",
        "remove the port from its code, arguments or settings, or write {url} (or {port}) instead: Dyno puts in a free address. "
        + "Variants that keep a port of their own are measured one after the other when the experiment names it: port: PORT", LastWords(started));

    /// <summary>The program's output about addresses in use, secrets masked.</summary>
    public static ImmutableArray<AddressInUse> AddressesInUse(StartedProcess started) => AddressInUse.In(started.Process.LastLines(ReadLines));

    /// <summary>The program's last lines, secrets masked. A line about an address in use comes first, because a stack trace would push it out.</summary>
    public static ImmutableArray<string> LastWords(StartedProcess started)
    {
        var last = started.Output();
        var inUse = AddressesInUse(started);
        var lead = (inUse.LastOrDefault(said => said.Port is not null) ?? inUse.LastOrDefault())?.Line;
        return lead is null || last.Contains(lead) ? last : [lead, "…", .. last.TakeLast(ShownLines - 2)];
    }

    private static string HintFor(ReadinessProbe probe, StartedProcess started)
    {
        if (probe.LastStatus is not null) return "give a path whose status is below 400 with --ready PATH";
        return ListeningPorts.Of(started.Process.Id) switch
        {
            null => "the program must listen on the address in ASPNETCORE_URLS",
            { IsEmpty: true } => "the program listens on no port: allow more time with --ready-timeout, or find what it waits for",
            { } ports => $"the program listens on port {string.Join(", ", ports.AsEnumerable())} instead of {started.Url.Port}: {Remedy(ports[0])}",
        };
    }

    private static string Remedy(int port) =>
        $"write --subject-port {port} (in an experiment port: {port}) to use it, or let the program use the address in ASPNETCORE_URLS "
        + "(Listen and ListenAnyIP in its code override it, and so do UseUrls and Kestrel:Endpoints in appsettings.json); "
        + "{url} and {port} in --subject-args and --subject-env are replaced by this address";

    private static string Meaning(int exitCode) => exitCode switch
    {
        126 or 127 => " (it could not be executed)",
        131 or 134 => " (it crashed: see its output)",
        137 => " (killed, possibly for lack of memory)",
        139 => " (segmentation fault)",
        143 => " (terminated by SIGTERM)",
        _ => "",
    };
}
