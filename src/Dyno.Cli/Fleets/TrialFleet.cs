namespace Dyno.Cli;

/// <summary>The machines of an experiment.</summary>
/// <param name="plan">The machines, and what they do.</param>
internal sealed class TrialFleet(FleetPlan plan, Terminal terminal, ProgressLines progress)
{
    private readonly Dictionary<string, RequestedLoad> _code = new(StringComparer.Ordinal);

    /// <summary>Adds to the run of an experiment the machines that the experiment names, if any.</summary>
    public static ExperimentRun With(ExperimentRun run, ExperimentPlan experiment, Terminal terminal, ProgressLines progress) =>
        experiment.Fleet is { } fleet ? new TrialFleet(fleet, terminal, progress).With(run, experiment) : run;

    private ExperimentRun With(ExperimentRun run, ExperimentPlan experiment)
    {
        var servers = experiment.Variants.Select(variant => variant.Subject.On).OfType<string>().Distinct().ToList();
        return run with
        {
            StarterOn = agent => new RemoteSubjects(Request([]), progress.Warn).On(agent),
            Spread = plan.Agents == 0 ? null : (target, request, load) => Spread(target, request, load, servers),
        };
    }

    private FleetLoad Spread(string target, LoadRequest? request, ILoad load, IReadOnlyList<string> servers)
    {
        var asked = request is null ? new AskedFleet(CodeOf(target), Request(servers))
            : new AskedFleet(new AskedRequests(request), Request(servers) with { Words = RequestWords.Of(request) });
        return new FleetLoad(load, asked, terminal, progress);
    }

    // A load is built or read once for all trials.
    private RequestedLoad CodeOf(string target) => _code.TryGetValue(target, out var known) ? known
        : _code[target] = new LoadKinds().Of(target).AskedForTrials(target)!;

    private FleetRequest Request(IReadOnlyList<string> servers) => new()
    {
        Address = new FleetAddress(plan.Url),
        Agents = plan.Agents,
        IsWeighted = plan.IsWeighted,
        Lease = plan.Lease is { } lease ? DurationText.Format(lease) : null,
        Servers = [.. servers],
    };
}
