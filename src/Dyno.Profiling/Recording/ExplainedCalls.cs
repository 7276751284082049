namespace Dyno.Profiling;

/// <summary>Names, for explanations that come from counters, the call that they speak of: who waits, contends, throws or allocates.</summary>
public static class ExplainedCalls
{
    private const string Begin = ". By the profile, ";
    private const double LeastBytes = 1; // per request

    private static readonly ImmutableArray<(string Rule, Func<LaunchProfile, StackTally> Tally, Func<string, bool> IsMeant)> Rules =
    [
        ("thread-pool-starvation", launch => launch.Events, what => what is EventStacks.Waits),
        ("lock-contention", launch => launch.Events, what => what is EventStacks.Contends),
        ("exceptions", launch => launch.Events, what => what.StartsWith(EventStacks.Throws, StringComparison.Ordinal)),
        ("gc-bound", launch => launch.Allocations, _ => true),
    ];

    /// <summary>The explanations, each with the call that a profile saw most; one whose call no profile saw stays as it is.</summary>
    public static ImmutableArray<ExplanationRecord> Named(ImmutableArray<ExplanationRecord> explanations, ImmutableArray<LaunchProfile> launches) =>
        explanations.IsDefaultOrEmpty ? explanations : [.. explanations.Select(explanation => Named(explanation, launches))];

    private static ExplanationRecord Named(ExplanationRecord explanation, ImmutableArray<LaunchProfile> launches)
    {
        var plain = explanation.Message.Split(Begin)[0]; // it may have been profiled before
        var rule = Rules.FirstOrDefault(r => r.Rule == explanation.Rule);
        if (rule.Rule is null || MostOf(launches, rule.Tally, rule.IsMeant) is not { } most) return explanation with { Message = plain };
        return explanation with { Message = plain + Begin + InWords(most, isAllocation: rule.Rule == "gc-bound") };
    }

    private static Call? MostOf(ImmutableArray<LaunchProfile> launches, Func<LaunchProfile, StackTally> tallyOf, Func<string, bool> isMeant)
    {
        var requests = launches.Sum(l => l.EventRequests);
        if (requests <= 0) return null;
        var calls = new Dictionary<(string Owner, string? Callee, string What), double>();
        foreach (var (frames, weight) in launches.SelectMany(l => tallyOf(l).Stacks))
        {
            if (frames.IsEmpty || !isMeant(frames[^1].Name)) continue;
            var stack = LogicalStack.Of(frames);
            if (StackOwner.IndexOf(stack) is not (>= 0 and var owner)) continue;
            var key = (stack[owner].Name, owner + 2 < stack.Length ? stack[owner + 1].Name : null, frames[^1].Name);
            calls[key] = calls.GetValueOrDefault(key) + weight;
        }
        var most = calls.OrderByDescending(c => c.Value).FirstOrDefault();
        return most.Value / requests >= EventWords.LeastPerRequest ? new Call(most.Key.Owner, most.Key.Callee, most.Key.What, most.Value / requests) : null;
    }

    private static string InWords(Call call, bool isAllocation)
    {
        var where = call.Callee is { } callee ? $" in its call of {callee}" : "";
        return isAllocation
            ? string.Create(CultureInfo.InvariantCulture, $"{call.Owner} allocates {Math.Max(LeastBytes, call.PerRequest):#,0} bytes of {call.What} per request{where}")
            : $"{call.Owner} {EventWords.Of(call.What, call.PerRequest)}{where}";
    }

    private sealed record Call(string Owner, string? Callee, string What, double PerRequest);
}
