using System.Collections.Immutable;
using System.Text.Json;
using Dyno.Profiling.Names;
using Dyno.Profiling.Recording;
using Dyno.Profiling.Sampling;
using Dyno.Results.Files;
using Dyno.Results.Profiles;

namespace Dyno.Profiling.Tests.Recording;

/// <summary>Records of pairs of launches that are made up.</summary>
public sealed class PairProfileTests
{
    private static readonly (string, double)[] Before = [("Api.Get|Rules.Check>Regex.IsMatch", 500), ("Api.Get|Orders.Load>Sqlite.Step", 1500), ("Api.Get>Json.Write", 1000)];

    [Fact]
    public void What_the_revisions_touch_comes_first_then_its_callers_then_the_rest()
    {
        var record = Record([("Api.Get|Rules.Check>Regex.IsMatch", 700), ("Api.Get|Orders.Load>Sqlite.Step", 1800), ("Api.Get>Json.Write", 1250)], touched: "Rules.Check");

        record.Rows.Select(row => (row.Method, row.Revision)).ShouldBe([("Rules.Check", "changed"), ("Api.Get", "calls"), ("Orders.Load", null)]);
    }

    [Fact]
    public void A_method_that_is_half_of_the_difference_comes_before_touched_ones_that_are_not()
    {
        var record = Record([("Api.Get|Rules.Check>Regex.IsMatch", 750), ("Api.Get|Orders.Load>Sqlite.Step", 2800), ("Api.Get>Json.Write", 1000)], touched: "Rules.Check");

        record.Rows.Select(row => row.Method).ShouldBe(["Orders.Load", "Rules.Check"]);
        record.Sentence.ShouldStartWith("`Orders.Load`");
    }

    [Fact]
    public void Without_revisions_the_largest_difference_is_first() =>
        Record([("Api.Get|Rules.Check>Regex.IsMatch", 700), ("Api.Get|Orders.Load>Sqlite.Step", 1900), ("Api.Get>Json.Write", 1000)], touched: null)
            .Rows.Select(row => (row.Method, row.Revision)).ShouldBe([("Orders.Load", null), ("Rules.Check", null)]);

    [Fact]
    public void The_files_are_folded_stacks_and_one_for_speedscope_per_variant()
    {
        using var folder = OwnedFolder.Create("dyno-test-");

        var record = PairProfile.Of(Pair(Before), new Sources(null), folder.Path);

        record.Files.ShouldBe(["profiles/main-1.folded", "profiles/main-2.folded", "profiles/main.speedscope.json",
            "profiles/my_branch-1.folded", "profiles/my_branch-2.folded", "profiles/my_branch.speedscope.json"]);
        File.ReadAllText(Path.Combine(folder.Path, record.Files[0])).ShouldContain("u:Api.Get;u:Orders.Load;f:Sqlite.Step 1500");
        using var speedscope = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder.Path, record.Files[2])));
        var root = speedscope.RootElement;
        var frames = root.GetProperty("shared").GetProperty("frames").EnumerateArray().Select(f => f.GetProperty("name").GetString()).ToList();
        var profiles = root.GetProperty("profiles").EnumerateArray().ToList();
        profiles.Count.ShouldBe(2);
        var first = profiles[0];
        first.GetProperty("samples").EnumerateArray().ElementAt(2).EnumerateArray().Select(n => frames[n.GetInt32()]).ShouldBe(["Api.Get", "Orders.Load", "Sqlite.Step"]);
        first.GetProperty("weights").EnumerateArray().Sum(w => w.GetDouble()).ShouldBe(first.GetProperty("endValue").GetDouble());
    }

    private static ProfileRecord Record((string, double)[] after, string? touched) => PairProfile.Of(Pair(after), new Sources(touched), null);

    private static ProfiledPair Pair((string, double)[] after) => new()
    {
        Baseline = "main",
        Variant = "my/branch",
        Before = [Launch(Before), Launch(Before)],
        After = [Launch(after), Launch(after)],
        Micros = 100,
        Rung = SamplerRung.System,
    };

    // Enough other code that did not change, by which the profile scales itself.
    private static LaunchProfile Launch((string Stack, double Weight)[] stacks) => Made.Launch([.. stacks, (">Kestrel.Parse", 4000), (">Kestrel.Write", 3000)]) with
    {
        Sources = new[] { "Rules.Check", "Orders.Load", "Api.Get" }.Index().ToImmutableDictionary(m => m.Item, m => new SourceLines($"/src/{m.Item}.cs", 1, 9)),
    };

    private sealed class Sources(string? touched) : ISourceMap
    {
        public string Relative(string file) => Path.GetFileName(file);

        public string? TouchOf(string file, int first, int last) => file == touched + ".cs" ? "changed" : null;
    }
}
