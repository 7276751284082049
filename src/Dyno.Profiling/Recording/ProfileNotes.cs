using Dyno.Metrics;

namespace Dyno.Profiling;

/// <summary>Reservations about a profile, one sentence each.</summary>
internal static class ProfileNotes
{
    private const double MuchCompiling = 0.05;
    private const double ManyLost = 0.01;
    private const double MostCompiling = 0.15; // for a verdict: code that changes while it is sampled has no fixed cost
    private const double MostLost = 0.1;
    private const int FewSamples = 1000; // of a launch

    /// <summary>With a smaller share of the samples, the user's own methods are not seen.</summary>
    public const double FewOwn = 0.01;

    /// <summary>What is said then.</summary>
    public static string OwnAreMissing(double share) => string.Create(CultureInfo.InvariantCulture,
        $"{(share < 0.0005 ? "None" : $"Only {share:0.0 %}")} of the samples are in methods of the program's own projects: it does next to nothing itself, or the compiler built them into code without names.");

    /// <summary>Why launches are no evidence on the own code, as the end of a sentence; null where they are.</summary>
    public static string? WhyNoVerdict(ImmutableArray<ProfiledLaunch> launches, long lost) => launches.Average(l => l.OwnShare) < FewOwn
        ? "next to none of the samples are in it"
        : launches.Max(l => l.CompilerShare) > MostCompiling ? string.Create(CultureInfo.InvariantCulture, $"a launch was still compiling in {launches.Max(l => l.CompilerShare):0 %} of its CPU time: give it a longer warm-up")
        : lost > MostLost * launches.Sum(l => l.Total) ? "too many samples were lost on this busy machine" : null;

    public static ImmutableArray<string> Of(ProfiledPair pair, ImmutableArray<ProfiledLaunch> launches) =>
        Of([.. pair.Before, .. pair.After], launches, pair.Lost);

    /// <summary>The reservations about launches.</summary>
    /// <param name="launches">Those that have CPU samples.</param>
    /// <param name="lost">Samples that were lost.</param>
    public static ImmutableArray<string> Of(ImmutableArray<LaunchProfile> all, ImmutableArray<ProfiledLaunch> launches, long lost)
    {
        var notes = ImmutableArray.CreateBuilder<string>();
        if (launches.Length > 0 && launches.Max(l => l.CompilerShare) is var compiling and > MuchCompiling)
            notes.Add(string.Create(CultureInfo.InvariantCulture, $"The just-in-time compiler took {compiling:0 %} of a launch's CPU time; its samples are left out, and code was still changing. A longer warm-up helps."));
        if (launches.Length > 0 && launches.Average(l => l.OwnShare) is var own and < FewOwn) notes.Add(OwnAreMissing(own));
        if (launches.Length > 0 && launches.Min(l => l.Total) is var fewest and < FewSamples)
            notes.Add($"A launch has only {FigureText.Count((long)fewest, "sample")}, so small differences are not seen: the server used little CPU time.");
        if (lost > ManyLost * Math.Max(1, launches.Sum(l => l.Total)))
            notes.Add($"{FigureText.Count(lost, "sample")} {(lost == 1 ? "was" : "were")} lost, because this machine was too busy to read them, or because they found no room.");
        if (all.Any(l => !l.KnowsInlining)) notes.Add("A runtime did not tell which calls it inlined: the cost of an inlined method stands at its caller.");
        if (all.Any(l => l.IsDamaged)) notes.Add("A trace was cut short, so some methods have no name.");
        return notes.ToImmutable();
    }
}
