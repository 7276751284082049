using System.Text.Json;

namespace Dyno.Profiling.Tests;

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

    [Theory]
    [InlineData(0, "`Rules.Check` (Rules.Check.cs:1) costs +", ", all of the difference of +")] // the launches agree
    [InlineData(2500, "`Rules.Check` (Rules.Check.cs:1) costs +", "")] // other code scatters from launch to launch: the whole is uncertain
    public void A_share_of_the_whole_difference_is_said_only_where_that_is_as_certain_as_the_method(double scatter, string start, string share)
    {
        var pair = Pair([.. Before.Skip(1), ("Api.Get|Rules.Check>Regex.IsMatch", 1500)]);
        pair = pair with
        {
            After = [Launch([("Api.Get|Rules.Check>Regex.IsMatch", 1500), .. Before.Skip(1), (">Kestrel.Flush", 100 + scatter)]), Launch([("Api.Get|Rules.Check>Regex.IsMatch", 1500), .. Before.Skip(1), (">Kestrel.Flush", 100)])],
            Before = [Launch([.. Before, (">Kestrel.Flush", 100)]), Launch([.. Before, (">Kestrel.Flush", 100 + scatter)])]
        };

        var record = PairProfile.Of(pair, new Sources(null), null);

        record.Sentence.ShouldStartWith(start);
        if (share.Length > 0) record.Sentence.ShouldContain(share);
        else record.ShouldSatisfyAllConditions(r => r.Explained.ShouldBeNull(), r => r.Sentence.ShouldNotContain("difference"), r => r.Sentence.ShouldNotContain(" %"));
    }

    [Fact]
    public void Where_nothing_differs_the_record_says_what_it_would_have_seen()
    {
        var record = Record(Before, touched: null);

        record.OwnShare.ShouldBe(0.3);
        record.MostMoreMicros.ShouldNotBeNull().ShouldBeInRange(0.2, 8, "of 100 µs; 10,000 samples of each launch");
        record.Sentence.ShouldContain("no method's cost differs for certain; none costs more by more than ");
    }

    /// <summary>As where a runtime does not say what it built into a method that was made at run time.</summary>
    [Theory]
    [InlineData(0, "None of the samples are in methods of the program's own projects")]
    [InlineData(20, "Only 0.2 % of the samples are in methods of the program's own projects")]
    public void A_profile_without_the_users_methods_explains_nothing_and_says_so(double own, string start)
    {
        var pair = Pair([("Api.Get", own), (">Kestrel.Parse", 1500), (">Regex..ctor", 1500)]) with { Before = [Launch([("Api.Get", own), (">Kestrel.Parse", 3000)]), Launch([("Api.Get", own), (">Kestrel.Parse", 3000)])] };

        var record = PairProfile.Of(pair, new Sources(null), null);

        record.Sentence.ShouldStartWith(start);
        record.Sentence.ShouldEndWith(" The profile explains nothing here.");
        record.MostMoreMicros.ShouldBeNull("of methods that are not seen");
        record.Notes.ShouldContain(note => note.StartsWith(start, StringComparison.Ordinal));
    }

    [Fact]
    public void A_method_that_is_more_than_the_whole_is_no_share_of_it()
    {
        var record = Record([("Api.Get|Rules.Check>Regex.IsMatch", 900), ("Api.Get|Orders.Load>Sqlite.Step", 1500), ("Api.Get>Json.Write", 100)], touched: "Rules.Check");

        record.DifferenceMicros!.Value.ShouldBeLessThan(0);
        record.Rows[0].Difference.ShouldBeLessThan(record.DifferenceMicros.Value, "the other method costs more");
        record.Explained.ShouldBeNull();
        record.Sentence.ShouldNotContain("%");
    }

    [Fact]
    public void Sampled_bytes_are_parts_of_what_the_runtime_counted()
    {
        var tally = Made.Tally(("Api.Get|Rules.Check>System.String", 300_000), ("Api.Get|Orders.Load>System.Byte[]", 500_000), (">System.Object", 200_000));
        var launch = Launch(Before) with { Allocations = tally, EventRequests = 100 };

        var counted = ProgramProfile.Of(new ProfiledProgram { Launch = launch, Rung = SamplerRung.System, AllocatedBytes = 8_000 }, new Sources(null));
        var sampled = ProgramProfile.Of(new ProfiledProgram { Launch = launch, Rung = SamplerRung.System }, new Sources(null));

        BytesOf(counted).ShouldBe([("Orders.Load", 4_000), ("Rules.Check", 2_400)]);
        BytesOf(sampled).ShouldBe([("Orders.Load", 5_000), ("Rules.Check", 3_000)]);

        var pair = Pair([("Api.Get|Rules.Check>Regex.IsMatch", 1500), .. Before.Skip(1)]);
        pair = pair with
        {
            Before = [.. pair.Before.Select(l => l with { Allocations = Made.Tally(("Orders.Load>System.Byte[]", 100_000)), EventRequests = 100 })],
            After = [.. pair.After.Select(l => l with { Allocations = Made.Tally(("Orders.Load>System.Byte[]", 100_000), ("Rules.Check>System.String", 100_000)), EventRequests = 100 })]
        };
        More(pair).ShouldBe(1_000);
        More(pair with { AllocatedBefore = 800, AllocatedAfter = 1_600 }).ShouldBe(800);
        More(pair with { AllocatedAfter = 1_600 }).ShouldBe(1_000);

        static IEnumerable<(string, double)> BytesOf(RunProfile profile) =>
            profile.Methods.Where(m => m.AllocatedBytes is not null && !m.Method.StartsWith('('))
                .Select(m => (m.Method, m.AllocatedBytes!.Value)).OrderBy(m => m.Method);
        static double? More(ProfiledPair pair) => PairProfile.Of(pair, new Sources(null), null).Rows.Single(row => row.Method == "Rules.Check").AllocatedBytes;
    }

    [Fact]
    public void A_method_that_allocates_much_is_listed_without_any_CPU_sample_of_it_and_one_that_allocates_little_is_not()
    {
        var tally = Made.Tally(("Api.Get|Rules.Make>System.Byte[]", 940_000), ("Api.Get|Rules.Name>System.String", 40_000), (">System.Object", 20_000));
        var launch = Launch(Before) with { Allocations = tally, EventRequests = 100 };

        var profile = ProgramProfile.Of(new ProfiledProgram { Launch = launch, Rung = SamplerRung.System, AllocatedBytes = 10_000 }, new Sources(null));

        profile.Methods.Single(m => m.Method == "Rules.Make").AllocatedBytes.ShouldBe(9_400);
        profile.Methods.ShouldNotContain(m => m.Method == "Rules.Name");
    }

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

    [Fact]
    public void A_profile_that_cannot_judge_the_own_code_says_why()
    {
        WhyNot(Pair(Before)).ShouldBeNull();
        WhyNot(Pair(Before) with { IsWorkDifferent = true }).ShouldNotBeNull().ShouldStartWith("CPU per request differs, and no method of it does for certain");
        WhyNot(Pair([.. Before, ("Api.Get|Rules.Check>Regex..ctor", 900)]) with { IsWorkDifferent = true }).ShouldBeNull("a method does");
        WhyNot(Pair(Before) with { Lost = 100_000 }).ShouldBe("too many samples were lost on this busy machine");
        WhyNot(Pair(Before) with { WhyNoVerdict = "two runtimes" }).ShouldBe("two runtimes");

        static string? WhyNot(ProfiledPair pair)
        {
            var record = PairProfile.Of(pair, new Sources(null), null);
            record.Notes.Any(note => note == $"The own code is not judged: {record.WhyNoVerdict}.").ShouldBe(record.WhyNoVerdict is not null);
            return record.WhyNoVerdict;
        }
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
