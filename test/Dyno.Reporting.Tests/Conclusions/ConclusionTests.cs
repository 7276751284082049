namespace Dyno.Reporting.Tests;

public sealed class ConclusionTests
{
    private static readonly string[] WordsOfDifference = ["faster", "slower", "better", "worse"];

    [Theory]
    [InlineData("unclear")]
    [InlineData("notJudged")]
    [InlineData("void")]
    public void A_verdict_that_decides_nothing_begins_with_the_words_that_no_difference_may_be_concluded(string verdict)
    {
        var text = ComparisonConclusion.Of(One(pair => pair with
        {
            Verdict = verdict,
            Sentence = "net9 against net8: no clear difference.",
            Outlook = "About 6 more rounds (4 min) would decide. A change of 2.8 % would have been seen.",
        }));
        text.ShouldStartWith("No difference may be concluded");
        text.ShouldContain("About 6 more rounds (4 min) would decide. A change of 2.8 % would have been seen.");
        foreach (var word in WordsOfDifference) text.Split('\n')[0].ShouldNotContain(word);
    }

    [Fact]
    public void An_unclear_verdict_without_an_outlook_says_what_would_have_been_seen() =>
        ComparisonConclusion.Of(One(pair => pair with { Verdict = "unclear", Sentence = "net9 against net8: unclear.", Outlook = null, SmallestVisible = 0.034 }))
            .ShouldContain("A change of 3.4 % would have been seen.");

    [Fact]
    public void A_clear_verdict_is_said_as_such()
    {
        var text = ComparisonConclusion.Of(One(pair => pair with { Verdict = "slower", Sentence = "net9 is 8.1 % slower than net8 [6.2, 10]." }));
        text.ShouldStartWith("Slower, net9 against net8");
        text.ShouldContain("8.1 % slower than net8 [6.2, 10].");
    }

    [Fact]
    public void A_void_experiment_gives_no_figure_of_its_pairs()
    {
        var text = ComparisonConclusion.Of(SampleComparisons.Void());
        text.ShouldStartWith("No difference may be concluded: the experiment is void");
        foreach (var word in WordsOfDifference) text.ShouldNotContain(word);
    }

    [Fact]
    public void Stored_results_side_by_side_are_no_comparison() =>
        ComparisonConclusion.Of(One(pair => pair with { Verdict = "notJudged", Sentence = "net9 against net8: 8 % apart." }) with { Interleaved = false })
            .ShouldStartWith("No difference may be concluded: these are stored results put side by side");

    private static Comparison One(Func<PairResult, PairResult> change)
    {
        var all = SampleComparisons.Runtimes();
        return all with
        {
            Pairs = [change(all.Pairs.First(pair => pair is { IsControl: false, Variant: "net9" }) with { Cell = "", Judged = [] })],
            Health = new HealthRecord { State = HealthState.Healthy, Findings = [] },
            Skipped = [],
            AnswerDifferences = [],
        };
    }
}
