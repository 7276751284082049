using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Results.Merging;

/// <summary>What runs say that a merged document does not, in words: nothing is dropped in silence.</summary>
internal static class LeftOut
{
    /// <param name="runs">In their order.</param>
    /// <param name="isOneByOne">No two were under way at the same moment.</param>
    public static ImmutableArray<string> Of(List<RunResult> runs, bool isOneByOne)
    {
        var said = ImmutableArray.CreateBuilder<string>();
        if (runs.Any(r => r.WarmUp is not null)) said.Add("the warm-ups: they stand in each run");
        var observed = runs.Count(r => r.Server is not null);
        if (!isOneByOne && observed > 0)
            said.Add("the server: runs at the same moment may have seen the same one twice; it stands in each run");
        else if (observed > 0 && observed < runs.Count)
            said.Add($"the server: only {observed} of {runs.Count} runs observed it");
        else if (runs.Count(r => r.Server?.Runtime is not null) is > 0 and var inside && inside < runs.Count)
            said.Add($"the server's runtime: only {inside} of {runs.Count} runs observed it");
        var services = runs.SelectMany(r => r.Services).Select(s => s.Name).Distinct().ToList();
        if (services.Count > 0 && (!isOneByOne || !runs.All(r => services.All(name => r.Services.Any(s => s.Name == name && s.Process is not null)))))
            said.Add($"the services {string.Join(", ", services)}: {(isOneByOne ? "not every run observed them" : "they stand in each run")}");
        return said.ToImmutable();
    }
}
