namespace Dyno.Profiling;

/// <summary>The tree of a differential flame graph: each path of frames with its cost before and its difference.</summary>
internal static class FlameTree
{
    private const double LeastShare = 0.003; // of the request; narrower frames are left out
    private const char Separator = '\n';

    /// <summary>The frames of the tree, each behind the one that calls it.</summary>
    public static ImmutableArray<FlameFrame> Of(ProfileDifference difference, IEnumerable<ProfiledLaunch> launches)
    {
        var kinds = launches.SelectMany(l => l.Stacks).SelectMany(s => s.Frames).Distinct().GroupBy(f => f.Name).ToDictionary(g => g.Key, g => g.First().Kind);
        var least = LeastShare * difference.Before;
        var children = difference.Changes(Paths, areNested: true).Where(c => c.Before + Math.Max(0, c.Difference) >= least)
            .GroupBy(c => c.Key.LastIndexOf(Separator) is var at and >= 0 ? c.Key[..at] : "")
            .ToDictionary(g => g.Key, g => g.OrderByDescending(c => c.Before + c.Difference).ToList());
        var frames = ImmutableArray.CreateBuilder<FlameFrame>();
        frames.Add(FrameOf(-1, "all", FrameKind.Unknown, difference.Before, difference.Total, 2 * difference.TotalError));
        AddCalls(0, "");
        return frames.ToImmutable();

        void AddCalls(int parent, string path)
        {
            foreach (var change in children.GetValueOrDefault(path, []))
            {
                var name = change.Key[(change.Key.LastIndexOf(Separator) + 1)..];
                frames.Add(FrameOf(parent, name, kinds.GetValueOrDefault(name, FrameKind.Unknown), change.Before, change.Difference, change.Half));
                AddCalls(frames.Count - 1, change.Key);
            }
        }
    }

    /// <summary>The frames of the tree of one launch, without a difference.</summary>
    /// <param name="whole">What all samples together stand for.</param>
    public static ImmutableArray<FlameFrame> Of(ProfiledLaunch launch, double whole)
    {
        var kinds = launch.Stacks.SelectMany(s => s.Frames).Distinct().GroupBy(f => f.Name).ToDictionary(g => g.Key, g => g.First().Kind);
        var shares = launch.Shares(Paths).Where(s => s.Value >= LeastShare).ToLookup(s => s.Key.LastIndexOf(Separator) is var at and >= 0 ? s.Key[..at] : "");
        var frames = ImmutableArray.CreateBuilder<FlameFrame>();
        frames.Add(FrameOf(-1, "all", FrameKind.Unknown, whole, 0, 0));
        AddCalls(0, "");
        return frames.ToImmutable();

        void AddCalls(int parent, string path)
        {
            foreach (var (key, share) in shares[path].OrderByDescending(s => s.Value))
            {
                var name = key[(key.LastIndexOf(Separator) + 1)..];
                frames.Add(FrameOf(parent, name, kinds.GetValueOrDefault(name, FrameKind.Unknown), share * whole, 0, 0));
                AddCalls(frames.Count - 1, key);
            }
        }
    }

    private static FlameFrame FrameOf(int parent, string name, FrameKind kind, double before, double difference, double half) => new()
    {
        Parent = parent,
        Name = name,
        Kind = kind.ToString().ToLowerInvariant(),
        Before = Math.Round(before, 3),
        Difference = Math.Round(difference, 3),
        Half = Math.Round(half, 3),
    };

    private static IEnumerable<string> Paths(ImmutableArray<CodeFrame> stack)
    {
        var path = "";
        foreach (var frame in stack) yield return path = path.Length == 0 ? frame.Name : path + Separator + frame.Name;
    }
}
