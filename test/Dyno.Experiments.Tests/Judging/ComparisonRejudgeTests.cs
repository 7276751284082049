namespace Dyno.Experiments.Tests;

/// <summary>The results that the studies keep, judged again.</summary>
public sealed class ComparisonRejudgeTests
{
    private static readonly string Studies = Path.Combine(RepositoryRoot.Path, "studies");

    public static TheoryData<string> Kept =>
        [.. Directory.GetFiles(Studies, "*.json", SearchOption.AllDirectories).Where(f => f.Contains("/results/", StringComparison.Ordinal)
            && File.ReadAllText(f).Contains("\"experiment\"", StringComparison.Ordinal)).Select(f => Path.GetRelativePath(Studies, f))];

    [Theory, MemberData(nameof(Kept))]
    public void A_stored_comparison_has_the_verdicts_of_this_build(string file)
    {
        var stored = ComparisonJson.ReadFile(Path.Combine(Studies, file));
        var judged = ComparisonRejudge.Of(stored);

        judged.Pairs.Select(p => (p.Baseline, p.Variant, p.Cell)).Order().ShouldBe(stored.Pairs.Select(p => (p.Baseline, p.Variant, p.Cell)).Order());
        judged.Pairs.ShouldAllBe(p => !p.Sentence.Contains("sure to ±", StringComparison.Ordinal));
        ResultDocument.Write(ComparisonRejudge.Of(judged)).ShouldBe(ResultDocument.Write(judged), "once is enough");
        foreach (var (before, after) in stored.Pairs.Zip(judged.Pairs)) IsOpposite(before.Verdict, after.Verdict).ShouldBeFalse($"{before.Sentence} {after.Sentence}");
    }

    [Fact]
    public void A_difference_that_half_a_request_hid_is_found()
    {
        // Slices of four requests: 485 ms and 503 ms each.
        var random = new Random(1);
        var trials = Enumerable.Range(1, 5).SelectMany(round => new[] { (Name: "a", Seconds: 0.485), (Name: "b", Seconds: 0.503) }.Select(v => new TrialRecord
        {
            Round = round,
            Variant = v.Name,
            Outcome = TrialOutcome.Used,
            Metrics = System.Collections.Immutable.ImmutableSortedDictionary<string, double>.Empty.Add("rate", 1 / v.Seconds),
            Duet = new()
            {
                SliceSeconds = 2,
                Variants = 2,
                Slices = [.. Enumerable.Range(0, 5).Select(block => new Dyno.Results.SliceResult
                {
                    Block = block, Seconds = block, Requests = v.Name == "a" ? 5 : 4, Failed = 0,
                    Length = (v.Name == "a" ? 5 : 4) * v.Seconds * (1 + 0.002 * random.NextDouble()),
                })],
            },
        })).ToList();
        var pair = Judgement.Of(new() { Baseline = "a", Headline = "rate" }, [("a", ""), ("b", "")], trials, isVoid: false).Pairs.Single();
        pair.Sentence.ShouldMatch(@"^b is 3\.\d % slower than a \(3\.\d to 3\.\d %\), surely by more than 2\.0 %\. Seen in seconds 0 to 11\.\d of a program's load\.$");
    }

    private static bool IsOpposite(string before, string after) => (before, after) is ("faster", "slower") or ("slower", "faster");
}
