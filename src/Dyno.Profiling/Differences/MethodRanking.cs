namespace Dyno.Profiling;

/// <summary>
/// The methods whose cost differs for certain, the largest first. Left out is what only moved: between the calls of one method, between a
/// method and its caller (inlining, or code that was moved there), and what two copies of the baseline show as well. Methods that the
/// revisions touch are a family of their own, so that they are not corrected for the hundreds of others.
/// </summary>
internal sealed class MethodRanking
{
    private const double LeastShown = 0.01;    // of the request
    private const double LeastOfCall = 0.5;    // an owner's own difference must be this much of its call's
    private const double LeftAfterMove = 0.35; // of the difference must be left when its neighbours' opposite differences are added
    private const double RareBefore = 0.1;     // a call is new when it cost less than this part of what it costs now
    private const double Unexplained = 1.5;    // half intervals of a method that its certain calls may leave
    private const double Error = 0.01;         // of a verdict on all methods together
    private const double Small = 0.005;        // a small method's part of the request

    private readonly double _least;
    private readonly ImmutableArray<CostChange> _changes;
    private readonly Dictionary<string, CostChange> _byKey;
    private readonly Dictionary<string, HashSet<string>> _neighbours;
    private readonly HashSet<string> _sure = new(StringComparer.Ordinal);

    /// <summary>Tests the methods of a comparison.</summary>
    /// <param name="launches">All launches of both sides.</param>
    /// <param name="isTouched">Which methods have to do with what the revisions change; without revisions, none.</param>
    public MethodRanking(ProfileDifference difference, IEnumerable<ProfiledLaunch> launches, Func<string, bool> isTouched)
    {
        _least = LeastShown * difference.Before;
        _changes = difference.Changes(StackOwner.Keys, key => isTouched(StackOwner.OwnerOf(key)));
        _byKey = _changes.ToDictionary(c => c.Key, StringComparer.Ordinal);
        _neighbours = NeighboursIn(launches);
        var families = _changes.Where(c => !StackOwner.IsArea(c.Key)).GroupBy(c => isTouched(StackOwner.OwnerOf(c.Key))).Select(f => f.ToList()).ToList();
        foreach (var family in families)
            _sure.UnionWith(StudentTest.Certain([.. family.Select(c => c.Probability)], Error / families.Count).Select(i => family[i].Key));
    }

    /// <summary>The rows of a comparison: the user's methods, then the areas without one.</summary>
    /// <param name="ofControl">What the control shows, where there is one.</param>
    /// <param name="isFaster">Whether savings come before costs.</param>
    public ImmutableArray<MethodCost> Rows(ProfileDifference? ofControl, bool isFaster)
    {
        var noise = ofControl?.Changes(StackOwner.Keys).Where(c => c.IsCertain).Select(c => StackOwner.OwnerOf(c.Key)).ToHashSet(StringComparer.Ordinal) ?? [];
        return
        [
            .. All().Where(row => !noise.Contains(row.Method))
                .OrderBy(row => row.IsArea).ThenBy(row => row.Difference > 0 == isFaster).ThenByDescending(row => Math.Abs(row.Difference)),
        ];
    }

    /// <summary>The smallest cost, in microseconds, that nine of ten such profiles would be sure of, in a small method or in the largest.</summary>
    public double Seen(bool ofLargest)
    {
        var owners = _changes.Where(c => !StackOwner.IsArea(c.Key)).ToList();
        if (owners.Count == 0) return 0;
        var sizes = owners.OrderBy(c => c.Before).ToList();
        var one = ofLargest ? sizes[^1] : sizes.Find(c => c.Before >= Small * _least / LeastShown) ?? sizes[^1];
        return (StudentTest.Factor(one.Freedom, 1 - Error / owners.Count) + StudentTest.Factor(one.Freedom, 0.8)) * one.Error;
    }

    private IEnumerable<MethodCost> All()
    {
        foreach (var owner in _changes.GroupBy(c => StackOwner.OwnerOf(c.Key)))
        {
            if (_byKey.GetValueOrDefault(owner.Key) is not { } own || owner.Where(IsShown).MaxBy(c => Math.Abs(c.Difference)) is not { } most) continue;
            if (OnlyMovedWithin(own, most, owner) || OnlyMovedBetween(own)) continue;
            yield return RowOf(own, most, [.. owner.Where(c => c != own)]);
        }
    }

    private bool IsShown(CostChange change) => _sure.Contains(change.Key) || (change.IsCertain && Math.Abs(change.Difference) >= _least);

    // A large method scatters by more than a small call costs. What it certainly gained less than, at its best, it did not gain.
    private static bool OnlyMovedWithin(CostChange own, CostChange most, IEnumerable<CostChange> owner)
    {
        var sign = Math.Sign(most.Difference);
        var least = LeastOfCall * Math.Abs(most.Difference);
        return sign * own.Difference + (own.IsCertain ? 0 : own.Half) < least
            || sign * owner.Where(c => c.IsCertain && c != own).DefaultIfEmpty(most).Sum(c => c.Difference) < least;
    }

    private bool OnlyMovedBetween(CostChange own)
    {
        var opposite = _neighbours.GetValueOrDefault(own.Key, []).Select(n => _byKey.GetValueOrDefault(n)).OfType<CostChange>()
            .Where(n => n.IsCertain && Math.Sign(n.Difference) != Math.Sign(own.Difference)).Sum(n => n.Difference);
        return Math.Abs(own.Difference + opposite) < LeftAfterMove * Math.Abs(own.Difference);
    }

    // Its calls together say more exactly than the method as a whole what it costs more, unless they leave a part of that unexplained.
    private MethodCost RowOf(CostChange own, CostChange most, List<CostChange> calls)
    {
        var certain = calls.FindAll(c => c.IsCertain);
        var (sum, half) = (certain.Sum(c => c.Difference), Math.Sqrt(certain.Sum(c => c.Half * c.Half)));
        if (certain.Count == 0 || Math.Abs(own.Difference - sum) > Unexplained * own.Half) (sum, half) = (own.Difference, own.Half);
        var call = calls.Where(c => Math.Sign(c.Difference) == Math.Sign(most.Difference)).MaxBy(c => Math.Abs(c.Difference));
        var name = call?.Key[(own.Key.Length + StackOwner.Separator.Length)..];
        var isNew = call is { Difference: > 0 } && call.Before < RareBefore * (call.Before + call.Difference);
        return new MethodCost(own.Key, own.Before, sum, half, name == StackOwner.Itself ? null : name, call?.Difference ?? 0, isNew,
            IsSure: _sure.Contains(most.Key) || calls.Append(own).Any(c => _sure.Contains(c.Key)));
    }

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
