namespace Dyno.Http;

/// <summary>
/// The checks of a scenario: checks on every answer, and checks on the answers of single requests. The same condition on several requests
/// is one check.
/// </summary>
/// <param name="Checks">The checks, without duplicates.</param>
/// <param name="Names">The names of the checks in reports; unique.</param>
/// <param name="Masks">One mask per request; bit i is set when check i applies to the request.</param>
internal sealed record StepChecks(ImmutableArray<ResponseCheck> Checks, ImmutableArray<string> Names, ImmutableArray<ulong> Masks)
{
    /// <summary>Combines the checks; checks beyond <see cref="CheckSet.MaxCount"/> do not fit the masks.</summary>
    /// <param name="requests">Each request with its own checks.</param>
    public static StepChecks Of(ImmutableArray<ResponseCheck> ofAll, ImmutableArray<(string Name, ImmutableArray<ResponseCheck> Checks)> requests)
    {
        ImmutableArray<ResponseCheck> checks = [.. ofAll.Concat(requests.SelectMany(r => r.Checks)).Distinct()];
        var names = checks.Select(c => ofAll.Contains(c) ? c.Text : NameOf(c, requests)).ToImmutableArray();
        var masks = requests.Select(r => MaskOf(checks, c => ofAll.Contains(c) || r.Checks.Contains(c))).ToImmutableArray();
        return new StepChecks(checks, names, masks);
    }

    private static string NameOf(ResponseCheck check, ImmutableArray<(string Name, ImmutableArray<ResponseCheck> Checks)> requests)
    {
        var names = requests.Where(r => r.Checks.Contains(check)).Select(r => r.Name).ToList();
        if (names.Count == requests.Length) return check.Text;
        return names.Count == 1 ? $"{names[0]}: {check.Text}" : $"{check.Text} ({names.Count} of {requests.Length} requests)";
    }

    private static ulong MaskOf(ImmutableArray<ResponseCheck> checks, Func<ResponseCheck, bool> applies)
    {
        ulong mask = 0;
        for (var i = 0; i < Math.Min(checks.Length, CheckSet.MaxCount); i++)
            if (applies(checks[i])) mask |= 1UL << i;
        return mask;
    }
}
