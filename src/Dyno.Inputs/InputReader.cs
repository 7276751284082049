namespace Dyno.Inputs;

/// <summary>Turns what the user asked for into a plan: recognises the input, reads it, and applies the options of the command line over it.</summary>
public static class InputReader
{
    /// <summary>Reads the request's target. Reads files, opens no connection.</summary>
    /// <param name="warnings">Takes what is odd but does not prevent the run, in the order of the file.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once.</exception>
    public static TestPlan Read(LoadRequest request, ICollection<Problem>? warnings = null)
    {
        var problems = new ProblemList();
        var read = PlanReader.Read(request, problems);
        problems.ThrowIfAny();
        foreach (var warning in problems.Warnings) warnings?.Add(warning);
        return read!.Plan;
    }

    /// <summary>Reads as <see cref="Read"/> does, and describes the plan instead of returning it.</summary>
    /// <param name="request">As for <see cref="Read"/>.</param>
    /// <param name="warnings">As for <see cref="Read"/>.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once.</exception>
    public static PlanInspection Inspect(LoadRequest request, ICollection<Problem>? warnings = null)
    {
        var problems = new ProblemList();
        var read = PlanReader.Read(request, problems);
        problems.ThrowIfAny();
        foreach (var warning in problems.Warnings) warnings?.Add(warning);
        return PlanInspector.Inspect(read!.Plan, read.Set, read.Lanes);
    }

    /// <summary>Reads only the servers to which the requests go, in the order of the file. Opens no connection.</summary>
    /// <param name="request">As for <see cref="Read"/>.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once.</exception>
    public static ImmutableArray<RequestServer> ReadServers(LoadRequest request)
    {
        var problems = new ProblemList();
        var servers = PlanReader.ReadServers(request, problems);
        problems.ThrowIfAny();
        return servers;
    }

    /// <summary>Reads only the limits of the health rules, for a load that another reader reads.</summary>
    /// <param name="limits"><c>name=limit</c> each; see <see cref="LoadRequest.HealthLimits"/>.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once.</exception>
    public static HealthLimits ReadHealthLimits(ImmutableArray<string> limits)
    {
        var problems = new ProblemList();
        var read = HealthLimitReader.Read(limits, problems);
        problems.ThrowIfAny();
        return read;
    }

    /// <summary>Reads only the requests of one pass, to send each request by itself, without a load.</summary>
    /// <param name="request">As for <see cref="Read"/>.</param>
    /// <param name="line">The line of the file at which the only request to read begins, from 1; null: all.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once.</exception>
    public static ImmutableArray<HttpRequestPlan> ReadRequests(LoadRequest request, int? line = null)
    {
        var problems = new ProblemList();
        var requests = PlanReader.ReadRequests(request, line, problems);
        problems.ThrowIfAny();
        return requests;
    }

    /// <summary>As <see cref="ReadRequests"/>, after the logins whose tokens the requests carry.</summary>
    /// <param name="request">As for <see cref="Read"/>.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once; or a login failed.</exception>
    public static async Task<ImmutableArray<HttpRequestPlan>> ReadRequestsAsync(LoadRequest request, CancellationToken cancellation)
    {
        var problems = new ProblemList();
        var (set, tokens) = PlanReader.ReadWithTokens(request, problems);
        problems.ThrowIfAny();
        foreach (var token in tokens) await token.PrepareAsync(cancellation);
        var requests = PlanReader.ReadRequests(set, request, null, problems);
        problems.ThrowIfAny();
        return requests;
    }

    /// <summary>Reads one request of a file and the requests whose answers it needs, to send them once, without a load.</summary>
    /// <param name="request">As for <see cref="Read"/>; the last of its requests is wanted.</param>
    /// <param name="line">The line of the file at which the wanted request begins, from 1; null: the last request.</param>
    /// <returns>The requests in order, the wanted one last; empty when there is none that can be sent alone.</returns>
    /// <exception cref="UserFault">Everything that is wrong, at once.</exception>
    public static ImmutableArray<DependentRequest> ReadChain(LoadRequest request, int? line = null)
    {
        var problems = new ProblemList();
        var chain = PlanReader.ReadChain(request, line, problems);
        problems.ThrowIfAny();
        return chain;
    }
}
