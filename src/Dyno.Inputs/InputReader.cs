using System.Collections.Immutable;
using Dyno.Http.Requests;
using Dyno.Inputs.Inspecting;
using Dyno.Inputs.Loads;
using Dyno.Load.Health;
using Dyno.Load.Plans;
using Dyno.Results.Problems;

namespace Dyno.Inputs;

/// <summary>Turns what the user asked for into a plan: recognises the input, reads it, lets the command line win.</summary>
public static class InputReader
{
    /// <summary>Reads the request's target. Reads files, opens no connection.</summary>
    /// <param name="request">The command line.</param>
    /// <param name="warnings">Takes what is odd but prevents nothing, in the order of the file.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once.</exception>
    public static TestPlan Read(LoadRequest request, ICollection<Problem>? warnings = null)
    {
        ArgumentNullException.ThrowIfNull(request);
        var problems = new ProblemList();
        var read = PlanReader.Read(request, problems);
        problems.ThrowIfAny();
        foreach (var warning in problems.Warnings) warnings?.Add(warning);
        return read!.Plan;
    }

    /// <summary>Reads as <see cref="Read"/> and describes the plan instead of handing it out.</summary>
    /// <param name="request">As for <see cref="Read"/>.</param>
    /// <param name="warnings">As for <see cref="Read"/>.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once.</exception>
    public static PlanInspection Inspect(LoadRequest request, ICollection<Problem>? warnings = null)
    {
        ArgumentNullException.ThrowIfNull(request);
        var problems = new ProblemList();
        var read = PlanReader.Read(request, problems);
        problems.ThrowIfAny();
        foreach (var warning in problems.Warnings) warnings?.Add(warning);
        return PlanInspector.Inspect(read!.Plan, read.Set, read.Lanes);
    }

    /// <summary>Reads limits of the rules of health alone, for a load that is not read here.</summary>
    /// <param name="limits"><c>name=limit</c> each; see <see cref="LoadRequest.HealthLimits"/>.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once.</exception>
    public static HealthLimits ReadHealthLimits(ImmutableArray<string> limits)
    {
        var problems = new ProblemList();
        var read = HealthLimitReader.Read(limits, problems);
        problems.ThrowIfAny();
        return read;
    }

    /// <summary>Reads the requests of one pass alone, to send each of them apart from a load.</summary>
    /// <param name="request">As for <see cref="Read"/>.</param>
    /// <exception cref="UserFault">Everything that is wrong, at once.</exception>
    public static ImmutableArray<HttpRequestPlan> ReadRequests(LoadRequest request)
    {
        ArgumentNullException.ThrowIfNull(request);
        var problems = new ProblemList();
        var requests = PlanReader.ReadRequests(request, problems);
        problems.ThrowIfAny();
        return requests;
    }
}
