using System.Collections.Immutable;

namespace Dyno.Http.Checks;

/// <summary>
/// The checks of a scenario: those on every answer, and those on the answers of single requests. The same condition on
/// several requests is one check.
/// </summary>
/// <param name="Checks">Each once.</param>
/// <param name="Names">What reports call them; unique.</param>
/// <param name="Masks">Per request, bit i is set when check i applies to it.</param>
internal sealed record StepChecks(ImmutableArray<ResponseCheck> Checks, ImmutableArray<string> Names, ImmutableArray<ulong> Masks)
{
    /// <summary>Puts them together; more than <see cref="CheckSet.MaxCount"/> have no room in the masks.</summary>
    /// <param name="ofAll">On every answer.</param>
    /// <param name="requests">Each request with its own.</param>
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
