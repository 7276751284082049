namespace Dyno.Profiling;

/// <summary>
/// The methods whose cost differs for certain, the largest first. Left out is what only moved: between the calls of one method, between a
/// method and its caller (inlining, or code that was moved there), and what two copies of the baseline show as well.
/// </summary>
internal sealed class MethodRanking
{
    private const double LeastShown = 0.01;    // of the request
    private const double LeastOfCall = 0.5;    // an owner's own difference must be this much of its call's
    private const double LeftAfterMove = 0.35; // of the difference must be left when its neighbours' opposite differences are added
    private const double RareBefore = 0.1;     // a call is new when it cost less than this part of what it costs now

    private readonly double _least;
    private readonly ImmutableArray<CostChange> _changes;
    private readonly Dictionary<string, CostChange> _byKey;
    private readonly Dictionary<string, HashSet<string>> _neighbours;

    private MethodRanking(ProfileDifference difference, IEnumerable<ProfiledLaunch> launches)
    {
        _least = LeastShown * difference.Before;
        _changes = difference.Changes(StackOwner.Keys);
        _byKey = _changes.ToDictionary(c => c.Key, StringComparer.Ordinal);
        _neighbours = NeighboursIn(launches);
    }

    /// <summary>The rows of a comparison: the user's methods, then the areas without one.</summary>
    /// <param name="ofControl">What the control shows, where there is one.</param>
    /// <param name="isFaster">Whether savings come before costs.</param>
    public static ImmutableArray<MethodCost> Of(ProfileDifference difference, IReadOnlyCollection<ProfiledLaunch> before,
        IReadOnlyCollection<ProfiledLaunch> after, ProfileDifference? ofControl, bool isFaster)
    {
        var ranking = new MethodRanking(difference, [.. before, .. after]);
        var noise = ofControl?.Changes(StackOwner.Keys).Where(c => c.IsCertain).Select(c => OwnerOf(c.Key)).ToHashSet(StringComparer.Ordinal) ?? [];
        return
        [
            .. ranking.Rows().Where(row => !noise.Contains(row.Method))
                .OrderBy(row => row.IsArea).ThenBy(row => row.Difference > 0 == isFaster).ThenByDescending(row => Math.Abs(row.Difference)),
        ];
    }

    private IEnumerable<MethodCost> Rows()
    {
        foreach (var owner in _changes.GroupBy(c => OwnerOf(c.Key)))
        {
            var own = _byKey.GetValueOrDefault(owner.Key);
            if (owner.Where(c => c.IsCertain && Math.Abs(c.Difference) >= _least).MaxBy(c => Math.Abs(c.Difference)) is not { } most || own is null) continue;
            if (OnlyMovedWithin(own, most) || OnlyMovedBetween(own)) continue;
            var calls = owner.Where(c => c.Key.Length > owner.Key.Length && Math.Sign(c.Difference) == Math.Sign(own.Difference)).ToList();
            yield return RowOf(own, calls.MaxBy(c => Math.Abs(c.Difference)));
        }
    }

    private static bool OnlyMovedWithin(CostChange own, CostChange most) =>
        Math.Sign(own.Difference) != Math.Sign(most.Difference) || Math.Abs(own.Difference) < LeastOfCall * Math.Abs(most.Difference);

    private bool OnlyMovedBetween(CostChange own)
    {
        var opposite = _neighbours.GetValueOrDefault(own.Key, []).Select(n => _byKey.GetValueOrDefault(n)).OfType<CostChange>()
            .Where(n => n.IsCertain && Math.Sign(n.Difference) != Math.Sign(own.Difference)).Sum(n => n.Difference);
        return Math.Abs(own.Difference + opposite) < LeftAfterMove * Math.Abs(own.Difference);
    }

    private static MethodCost RowOf(CostChange own, CostChange? call)
    {
        var name = call?.Key[(own.Key.Length + StackOwner.Separator.Length)..];
        var isNew = call is not null && call.Difference > 0 && call.Before < RareBefore * (call.Before + call.Difference);
        return new MethodCost(own.Key, own.Before, own.Difference, own.Half,
            name == StackOwner.Itself ? null : name, call?.Difference ?? 0, isNew);
    }

    private static string OwnerOf(string key) => key.Split(StackOwner.Separator)[0];

    // Which of the user's methods call each other directly, with nothing but framework between them.
    private static Dictionary<string, HashSet<string>> NeighboursIn(IEnumerable<ProfiledLaunch> launches)
    {
        var neighbours = new Dictionary<string, HashSet<string>>(StringComparer.Ordinal);
        foreach (var stack in launches.SelectMany(l => l.Stacks))
        {
            var user = stack.Frames.Where(f => f.Kind == FrameKind.User).Select(f => f.Name).ToList();
            for (var i = 1; i < user.Count; i++)
            {
                Of(user[i - 1]).Add(user[i]);
                Of(user[i]).Add(user[i - 1]);
            }
        }
        return neighbours;

        HashSet<string> Of(string name) => neighbours.TryGetValue(name, out var set) ? set : neighbours[name] = new HashSet<string>(StringComparer.Ordinal);
    }
}
