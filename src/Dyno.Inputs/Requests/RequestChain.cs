namespace Dyno.Inputs;

/// <summary>Makes requests one sequence of a virtual user, in order and with its own cookies: every later request depends on the first one.</summary>
internal static class RequestChain
{
    /// <summary>The requests, each after the first one.</summary>
    /// <param name="requests">In order.</param>
    /// <param name="label">The label of the first request when it has none.</param>
    public static IReadOnlyList<RequestDraft> AfterFirst(IReadOnlyList<RequestDraft> requests, string label)
    {
        if (requests.Count < 2) return requests;
        var first = requests[0].Label ?? label;
        return [requests[0] with { Label = first }, .. requests.Skip(1).Select(r => r with { After = r.After.Contains(first) ? r.After : r.After.Add(first) })];
    }

    /// <summary>The requests, each after all those above it that are sent once.</summary>
    public static IReadOnlyList<RequestDraft> AfterThoseSentOnce(IReadOnlyList<RequestDraft> requests, Func<RequestDraft, string> labelOf)
    {
        var once = new List<string>();
        var chained = new List<RequestDraft>();
        foreach (var request in requests)
        {
            var next = request with { After = [.. request.After, .. once.Where(o => !request.After.Contains(o) && o != request.Label)] };
            if (next.Once is not null)
            {
                next = next with { Label = next.Label ?? labelOf(next) };
                once.Add(next.Label!);
            }

            chained.Add(next);
        }

        return chained;
    }
}
