namespace Dyno.Profiling.Tests;

/// <summary>On launches that are made up: a request of 100 µs, of which each method has a known part.</summary>
public sealed class MethodRankingTests
{
    private const int Samples = 3000;
    private static readonly CodeFrame Endpoint = new("Program.Main", FrameKind.User);

    private static readonly Dictionary<string, double> Usual = new()
    {
        ["Orders.Load>Sqlite.Step"] = 30,
        ["Orders.Total"] = 20,
        ["Orders.Write>Json.Serialize"] = 25,
        ["Orders.Check>Regex.IsMatch"] = 10,
        [">Kestrel.Parse"] = 15,
    };

    [Fact]
    public void The_method_that_costs_more_is_the_first_row()
    {
        var rows = Rank(Usual, With("Orders.Check>Regex..ctor", 4));

        rows[0].Method.ShouldBe("Orders.Check");
        rows[0].Call.ShouldBe("Regex..ctor");
        rows[0].IsCallNew.ShouldBeTrue();
        rows[0].Difference.ShouldBe(4, 1);
        rows.Count(r => !r.IsArea).ShouldBe(1);
    }

    [Fact]
    public void The_unit_is_the_baselines_request_although_only_shares_are_known() =>
        DifferenceOf(Usual, With("Orders.Check>Regex..ctor", 10)).Total.ShouldBe(10, 1);

    /// <summary>What a method costs more is below the bound in 95 % of the profiles, in a large method and in a small one.</summary>
    [Theory]
    [InlineData("Orders.Total", 21)]
    [InlineData("Orders.Check>Regex.IsMatch", 10.5)]
    [InlineData("Orders.Total", 25)]
    public void No_method_costs_more_by_more_than_is_said(string key, double micros) => Enumerable.Range(0, 400)
        .Count(seed => new ProfileDifference(Launches(Usual, seed * 2 + 1), Launches(With(key, micros), seed * 2 + 2), 100).MostMore() >= micros - Usual[key])
        .ShouldBeGreaterThanOrEqualTo(380);

    [Fact]
    public void Two_copies_have_a_row_at_most_as_often_as_chance_is_allowed_to() =>
        Enumerable.Range(0, 200).Count(seed => Rank(Usual, Usual, seed).Length > 0).ShouldBeLessThanOrEqualTo(10);

    [Fact]
    public void A_faster_variant_names_the_method_that_saves()
    {
        var rows = Rank(With("Orders.Total>Linq.Sum", 6), Usual, isFaster: true);

        rows[0].Method.ShouldBe("Orders.Total");
        rows[0].Difference.ShouldBeLessThan(-3);
    }

    [Fact]
    public void Cost_that_only_moved_between_two_calls_of_a_method_is_left_out() =>
        Rank(With("Orders.Check>Regex.Old", 5), With("Orders.Check>Regex.New", 5)).ShouldBeEmpty();

    /// <summary>As when a method is inlined in one variant only.</summary>
    [Fact]
    public void Cost_that_only_moved_to_the_caller_is_left_out() =>
        Rank(With("Orders.Check|Rules.Valid", 8), With("Orders.Check", 8)).ShouldBeEmpty();

    [Fact]
    public void What_the_control_shows_as_well_is_left_out()
    {
        var slower = With("Orders.Check>Regex..ctor", 5);

        Rank(Usual, slower, control: slower).ShouldBeEmpty();
    }

    [Fact]
    public void Several_methods_that_cost_more_are_all_listed()
    {
        var changed = new Dictionary<string, double>(Usual) { ["Orders.Check>Regex..ctor"] = 6, ["Orders.Total>Linq.Sum"] = 4 };

        Rank(Usual, changed).Select(r => r.Method).ShouldBe(["Orders.Check", "Orders.Total"]);
    }

    [Fact]
    public void The_tree_has_each_frame_behind_its_caller()
    {
        var (before, after) = (Launches(Usual, 1), Launches(With("Orders.Check>Regex..ctor", 5), 2));

        var tree = FlameTree.Of(new ProfileDifference(before, after, 100), [.. before, .. after]);

        tree[0].Parent.ShouldBe(-1);
        tree.Index().Skip(1).ShouldAllBe(frame => frame.Item.Parent < frame.Index);
        var call = tree.Single(f => f.Name == "Regex..ctor");
        tree[call.Parent].Name.ShouldBe("Orders.Check");
        call.Difference.ShouldBe(5, 1);
    }

    /// <summary>The runtime's sampler takes one each 16 ms on .NET 10 and each 10 ms on .NET 11: the period is never asked for.</summary>
    [Fact]
    public void A_launch_that_is_sampled_more_often_costs_no_more()
    {
        var (seldom, often) = (Sampled(10), Sampled(16));

        often.ShouldBe(seldom);

        static Dictionary<string, double> Sampled(double perPart)
        {
            var tally = new StackTally();
            tally.Add([Endpoint, new CodeFrame("Orders.Load", FrameKind.User)], 3 * perPart);
            tally.Add([Endpoint, new CodeFrame("Orders.Total", FrameKind.User)], 5 * perPart);
            return new ProfiledLaunch(tally).Shares(frames => [frames[^1].Name]);
        }
    }

    private static Dictionary<string, double> With(string key, double micros) => new(Usual) { [key] = micros };

    private static ProfileDifference DifferenceOf(Dictionary<string, double> before, Dictionary<string, double> after) =>
        new(Launches(before, 1), Launches(after, 2), before.Values.Sum());

    private static ImmutableArray<MethodCost> Rank(Dictionary<string, double> before, Dictionary<string, double> after, int seed = 0,
        Dictionary<string, double>? control = null, bool isFaster = false)
    {
        var (x, y) = (Launches(before, seed * 2 + 1), Launches(after, seed * 2 + 2));
        var micros = before.Values.Sum();
        var ofControl = control is null ? null : new ProfileDifference(x, Launches(control, seed + 1000), micros);
        return new MethodRanking(new ProfileDifference(x, y, micros), [.. x, .. y], _ => false).Rows(ofControl, isFaster);
    }

    // "A|B>C": A and B are the user's methods, C what the deepest of them calls. Counts scatter as samples do.
    private static List<ProfiledLaunch> Launches(Dictionary<string, double> costs, int seed)
    {
        var random = new Random(seed);
        var sum = costs.Values.Sum();
        return [.. Enumerable.Range(0, 2).Select(_ =>
        {
            var tally = new StackTally();
            foreach (var (key, micros) in costs)
            {
                var parts = key.Split('>');
                IEnumerable<CodeFrame> own = parts[0].Length > 0 ? [Endpoint, .. parts[0].Split('|').Select(name => new CodeFrame(name, FrameKind.User))] : [];
                IEnumerable<CodeFrame> called = parts.Length > 1 ? [new CodeFrame(parts[1], FrameKind.Framework)] : [];
                tally.Add([.. own, .. called], Count(random, Samples * micros / sum));
            }
            return new ProfiledLaunch(tally);
        })];
    }

    private static double Count(Random random, double mean)
    {
        var normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
        return Math.Max(0, Math.Round(mean + Math.Sqrt(mean) * normal));
    }
}
