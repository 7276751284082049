namespace Dyno.Profiling;

/// <summary>The CPU samples of one launch as a comparison needs them: stacks cut at resumptions, without the just-in-time compiler.</summary>
public sealed class ProfiledLaunch
{
    private const string Compiler = "libclrjit";

    public ProfiledLaunch(StackTally tally)
    {
        var stacks = ImmutableArray.CreateBuilder<WeightedFrames>();
        double compiler = 0;
        foreach (var (frames, weight) in tally.Stacks)
        {
            if (frames.Any(f => f.Name.Contains(Compiler, StringComparison.Ordinal))) compiler += weight;
            else stacks.Add(new WeightedFrames(LogicalStack.Of(frames), weight));
        }
        Stacks = stacks.ToImmutable();
        Total = tally.Total - compiler;
        CompilerShare = tally.Total > 0 ? compiler / tally.Total : 0;
        OwnShare = Stacks.Where(s => StackOwner.IndexOf(s.Frames) >= 0).Sum(s => s.Weight) / Math.Max(1, Total);
    }

    /// <summary>The stacks, outermost frame first.</summary>
    public ImmutableArray<WeightedFrames> Stacks { get; }

    /// <summary>Samples, those of the compiler left out.</summary>
    public double Total { get; }

    /// <summary>The share of the just-in-time compiler in all samples.</summary>
    public double CompilerShare { get; }

    /// <summary>The share of the samples in methods of the user's own projects and in what these call.</summary>
    public double OwnShare { get; }

    /// <summary>The share of the samples that each key has.</summary>
    /// <param name="keysOf">What a stack counts for; each key once per stack.</param>
    internal Dictionary<string, double> Shares(Func<ImmutableArray<CodeFrame>, IEnumerable<string>> keysOf)
    {
        var shares = new Dictionary<string, double>(StringComparer.Ordinal);
        foreach (var (frames, weight) in Stacks)
            foreach (var key in keysOf(frames)) shares[key] = shares.GetValueOrDefault(key) + weight / Math.Max(1, Total);
        return shares;
    }
}

/// <summary>A stack with its samples.</summary>
/// <param name="Frames">The frames, outermost first.</param>
public readonly record struct WeightedFrames(ImmutableArray<CodeFrame> Frames, double Weight);
