using System.Collections.Immutable;
using System.Globalization;
using Dyno.Profiling.Differences;

namespace Dyno.Profiling.Recording;

/// <summary>Reservations about a profile, one sentence each.</summary>
internal static class ProfileNotes
{
    private const double MuchCompiling = 0.05;
    private const double ManyLost = 0.01;
    private const int FewSamples = 1000; // of a launch

    public static ImmutableArray<string> Of(ProfiledPair pair, ImmutableArray<ProfiledLaunch> launches)
    {
        var notes = ImmutableArray.CreateBuilder<string>();
        var all = pair.Before.Concat(pair.After).ToList();
        if (launches.Length > 0 && launches.Max(l => l.CompilerShare) is var compiling and > MuchCompiling)
            notes.Add(string.Create(CultureInfo.InvariantCulture, $"The just-in-time compiler took {compiling:0 %} of a launch's CPU time; its samples are left out, and code was still changing. A longer warm-up helps."));
        if (launches.Length > 0 && launches.Min(l => l.Total) is var fewest and < FewSamples)
            notes.Add(string.Create(CultureInfo.InvariantCulture, $"A launch has only {fewest:0} samples, so small differences are not seen: the server used little CPU time."));
        if (pair.Lost > ManyLost * Math.Max(1, launches.Sum(l => l.Total)))
            notes.Add(string.Create(CultureInfo.InvariantCulture, $"{pair.Lost} samples were lost, because this machine was too busy to read them."));
        if (all.Exists(l => !l.KnowsInlining)) notes.Add("A runtime did not tell which calls it inlined: the cost of an inlined method stands at its caller.");
        if (all.Exists(l => l.IsDamaged)) notes.Add("A trace was cut short, so some methods have no name.");
        return notes.ToImmutable();
    }
}
