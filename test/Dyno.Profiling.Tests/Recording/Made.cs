namespace Dyno.Profiling.Tests;

/// <summary>Launches that are made up.</summary>
internal static class Made
{
    /// <summary>A launch of stacks such as <c>Api.Get|Rules.Check>Regex.Match</c>: the user's methods, and what the deepest of them calls.</summary>
    public static LaunchProfile Launch(params (string Stack, double Weight)[] samples) => new()
    {
        Samples = Tally(samples),
        Allocations = new StackTally(),
        Events = new StackTally(),
        EventRequests = 1000,
        KnowsInlining = true,
        IsDamaged = false,
    };

    /// <summary>The stacks as a tally.</summary>
    public static StackTally Tally(params (string Stack, double Weight)[] stacks)
    {
        var tally = new StackTally();
        foreach (var (stack, weight) in stacks)
        {
            var parts = stack.Split('>');
            ImmutableArray<CodeFrame> own = [.. parts[0].Split('|', StringSplitOptions.RemoveEmptyEntries).Select(name => new CodeFrame(name, FrameKind.User))];
            tally.Add([.. own, .. parts.Skip(1).Select(name => new CodeFrame(name, FrameKind.Framework))], weight);
        }
        return tally;
    }
}
