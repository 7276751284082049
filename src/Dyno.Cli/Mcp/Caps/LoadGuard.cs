namespace Dyno.Cli;

/// <summary>Reads a load before it is sent, and finds what the caps do not allow.</summary>
internal sealed class LoadGuard(AgentCaps caps)
{
    /// <summary>Whether a target is code: a k6 script, a program or a project.</summary>
    public static bool IsCode(string target) => target == "-" || new LoadKinds().Of(target) is not RequestKind;

    /// <summary>The reasons against a load; empty when there are none.</summary>
    /// <param name="load">The load as the command line would read it.</param>
    /// <param name="hasSubject">Whether Dyno starts the program to which the requests go.</param>
    /// <param name="longest">Longest time that the load may take; null: another guard checks the time.</param>
    /// <exception cref="Dyno.Results.UserFault">The load is wrong.</exception>
    public IEnumerable<string> Refusals(LoadRequest load, bool hasSubject, TimeSpan? longest)
    {
        var target = load.Target!;
        if (PlaceGuard.Option(target) is { } option) return [option];
        var isRoute = hasSubject && target.StartsWith('/') && !File.Exists(target);
        var isFile = !isRoute && !target.Contains("://", StringComparison.Ordinal) && Path.Exists(target);
        if (isFile && new PlaceGuard(caps).Refusal(target) is { } outside) return [outside];
        if (!isRoute && IsCode(target)) return caps.AllowsCode ? [] : [Code(target)];
        if (hasSubject) load = load with { RebaseTo = LoadOpening.NotYetKnown };
        var foreign = InputReader.ReadServers(load).Select(OfServer).OfType<string>().Distinct().ToList();
        // A file that sends elsewhere is read no further.
        return foreign.Count > 0 ? foreign : OfPlan(load, longest);
    }

    /// <summary>The reason against a rate; null when there is none.</summary>
    public string? OfRate(double perSecond) => perSecond <= caps.HighestRate ? null : string.Create(CultureInfo.InvariantCulture,
        $"{perSecond:#,0.##} starts per second are more than the {caps.HighestRate:#,0.###} that are allowed here: ask for less; {Person($"--max-rate {perSecond:0.##}/s")}");

    /// <summary>The reason against a number of connections; null when there is none.</summary>
    /// <param name="connections">Connections, or virtual users.</param>
    public string? OfConnections(double connections) => connections <= caps.MostConnections ? null : string.Create(CultureInfo.InvariantCulture,
        $"{connections:#,0} connections are more than the {caps.MostConnections:#,0} that are allowed here: ask for fewer; {Person($"--max-connections {connections:0}")}");

    /// <summary>The reason against code.</summary>
    /// <param name="what">The code, in words.</param>
    public static string Code(string what) =>
        $"{Redaction.Text(what)} is code, which can send anywhere and run anything: use a URL, an .http file or another file of requests; {Person("--allow-code")}";

    /// <summary>How to lift a cap.</summary>
    /// <param name="option">The option of <c>dyno mcp</c>.</param>
    public static string Person(string option) => $"more needs the person who starts the server: dyno mcp {option}";

    private string? OfServer(RequestServer server)
    {
        var place = server.Line is { } line ? $"line {line}: " : "";
        if (server.Host is null) return $"{place}the host of {Redaction.Text(server.Request)} is known only while the load runs, so it cannot be checked: write the host into the URL";
        return caps.Allows(server.Host) ? null : $"{place}{server.Host} is not this machine: start the API here, or give its project as subject; {Person($"--allow-host {server.Host}")}";
    }

    private IEnumerable<string> OfPlan(LoadRequest load, TimeSpan? longest)
    {
        var plan = InputReader.Read(load);
        string?[] reasons =
        [
            OfRate(plan.Scenarios.Sum(scenario => scenario.Executor.PeakRate)),
            OfConnections(plan.Scenarios.Sum(scenario => (double)scenario.Executor.MaxVirtualUsers)),
            WithoutRate(load, plan),
            longest is { } limit ? OfTime(plan, limit) : null,
        ];
        return reasons.OfType<string>();
    }

    // As fast as the server answers is no rate, so no cap on rates would hold.
    private static string? WithoutRate(LoadRequest load, TestPlan plan) =>
        load.RebaseTo is null && plan.Scenarios.Any(scenario => scenario.Executor.Model == LoadModel.Closed) && Elsewhere(load) is { } host
            ? $"a load on {host} needs a rate: without one it sends as fast as that machine answers; give rate, such as 50/s" : null;

    private static string? Elsewhere(LoadRequest load) =>
        InputReader.ReadServers(load).Select(server => server.Host).OfType<string>().FirstOrDefault(host => !AgentCaps.IsThisMachine(host));

    private static string? OfTime(TestPlan plan, TimeSpan limit)
    {
        var length = plan.WarmUp + plan.Scenarios.Max(scenario => scenario.StartTime + scenario.Executor.Length);
        return length <= limit ? null
            : $"this load takes {DurationText.Format(length)}, and {DurationText.Format(limit)} is the most here: give a shorter duration and warmup; {Person($"--max-duration {DurationText.Format(length)}")}";
    }
}
