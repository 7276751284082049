namespace Dyno.Profiling;

/// <summary>Makes the record of one profiled launch: methods, and the flame graph.</summary>
public static class ProgramProfile
{
    private const int MostMethods = 10;
    private const int MostAreas = 5;
    private const double LeastShare = 0.002; // of the CPU time; less is a handful of samples
    private const double LeastBytes = 1;     // per request
    private const double LeastAllocated = 0.05; // of all allocated bytes
    private const double Percent = 100;

    /// <summary>The record of a launch.</summary>
    public static RunProfile Of(ProfiledProgram program, ISourceMap sources)
    {
        var launch = program.Launch.Samples is { Total: > 0 } samples ? new ProfiledLaunch(samples) : null;
        return new RunProfile
        {
            Sampler = SamplerWords.NameOf(program.Rung),
            Bias = SamplerWords.Bias(program.Rung) + (program.WhyNotBetter is { } why ? $" A better sampler is not there: {why}." : ""),
            Samples = (long)(launch?.Total ?? 0),
            Micros = program.Micros,
            Methods = [.. MethodsOf(program, launch, sources)],
            Notes = ProfileNotes.Of([program.Launch], launch is null ? [] : [launch], program.Lost),
            Graph = launch is { Total: > 0 } ? FlameTree.Of(launch, program.Micros ?? Percent) : [],
        };
    }

    private static IEnumerable<ProfiledMethod> MethodsOf(ProfiledProgram program, ProfiledLaunch? launch, ISourceMap sources)
    {
        ImmutableArray<LaunchProfile> launches = [program.Launch];
        var (allocations, events) = (new OwnerTally(launches, l => l.Allocations, program.AllocatedBytes), new OwnerTally(launches, l => l.Events));
        var shares = launch?.Shares(StackOwner.Keys) ?? [];
        // What allocates much is listed with however few CPU samples; without any, all that allocates or throws is.
        var much = LeastAllocated * allocations.All.Sum(one => one.PerRequest);
        var owners = shares.Keys.Where(key => !key.Contains(StackOwner.Separator, StringComparison.Ordinal) && shares[key] >= LeastShare)
            .Concat(allocations.All.Where(one => launch is null || allocations.PerRequest(one.Owner) >= much).Select(one => one.Owner))
            .Concat(launch is null ? events.All.Select(one => one.Owner) : []).Distinct()
            .OrderByDescending(key => shares.GetValueOrDefault(key)).ThenByDescending(allocations.PerRequest).ToList();
        return owners.Where(owner => !StackOwner.IsArea(owner)).Take(MostMethods)
            .Concat(owners.Where(StackOwner.IsArea).Take(MostAreas)).Select(RowOf);

        ProfiledMethod RowOf(string owner)
        {
            var call = shares.Where(s => s.Key.StartsWith(owner + StackOwner.Separator, StringComparison.Ordinal))
                .OrderByDescending(s => s.Value).FirstOrDefault();
            var name = call.Key?[(owner.Length + StackOwner.Separator.Length)..];
            var bytes = allocations.PerRequest(owner);
            var source = program.Launch.Sources.GetValueOrDefault(owner);
            return new ProfiledMethod
            {
                Method = owner,
                File = source is null ? null : sources.Relative(source.File),
                Line = source?.First,
                Share = Math.Round(shares.GetValueOrDefault(owner), 4),
                Micros = program.Micros is { } micros ? Math.Round(shares.GetValueOrDefault(owner) * micros, 3) : null,
                Call = name == StackOwner.Itself ? null : name,
                CallShare = Math.Round(call.Value, 4),
                AllocatedBytes = bytes >= LeastBytes ? Math.Round(bytes) : null,
                AllocatedType = bytes >= LeastBytes ? allocations.Largest(owner) : null,
                Events = [.. events.WhatOf(owner).Select(what => (What: what, Often: events.PerRequest(owner, what)))
                    .Where(e => e.Often >= EventWords.LeastPerRequest).OrderByDescending(e => e.Often)
                    .Take(EventWords.MostEvents).Select(e => EventWords.Of(e.What, e.Often))],
            };
        }
    }
}
