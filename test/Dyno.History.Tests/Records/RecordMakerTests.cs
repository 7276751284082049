using System.Text;
using Dyno.Reporting.Tests;

namespace Dyno.History.Tests;

/// <summary>What of a comparison is kept.</summary>
public sealed class RecordMakerTests
{
    private const string Measured = "3f2a1b9c0123456789";
    private const string Parent = "12b29e2c0123456789";

    [Fact]
    public void The_ratios_to_the_parent_to_the_release_and_of_the_control_are_kept()
    {
        var record = Of(OnMain());
        record.Series.ShouldBe("/products", "the names of the revisions differ from commit to commit");
        record.Commit.Id.ShouldBe(Measured);
        record.Baseline.ShouldBe(new ReferenceRecord("main", Parent));
        record.Yardstick.ShouldBe(new ReferenceRecord("v1.2.0", Sample.Release));
        record.Pairs.Select(pair => pair.Role).ShouldBe([PairRole.Baseline, PairRole.Control, PairRole.Yardstick], ignoreOrder: true);
        record.Pairs.Single(pair => pair.Role == PairRole.Control).Metrics.ShouldHaveSingleItem().Metric.ShouldBe(record.Headline);
        record.Pairs.Single(pair => pair.Role == PairRole.Baseline).Metrics[0].Verdict.ShouldBe("slower");
    }

    [Fact]
    public void A_record_can_be_read_again_and_is_small()
    {
        var file = HistoryFile.Of(Of(OnMain()));
        Encoding.UTF8.GetByteCount(file.Text).ShouldBeLessThanOrEqualTo(HistoryRecord.MostBytes);
        ResultDocument.Write(HistoryRecordJson.Read(file.Text, file.Name)).ShouldBe(file.Text);
    }

    [Fact]
    public void A_program_with_changes_that_were_not_committed_stands_for_no_commit()
    {
        var comparison = OnMain();
        var dirty = comparison with
        {
            Variants = [.. comparison.Variants.Select(v => v with { Revision = null })],
            Environment = comparison.Environment with { GitCommit = Measured + "-dirty" },
        };
        Should.Throw<UserFault>(() => RecordMaker.CommitOf(dirty, "comparison.json")).Message.ShouldContain("changes that were not committed");
    }

    [Fact]
    public void Two_variants_against_one_baseline_are_no_history()
    {
        var comparison = OnMain();
        var two = comparison with { Pairs = comparison.Pairs.Add(comparison.Pairs[0] with { Variant = "other" }) };
        Should.Throw<UserFault>(() => RecordMaker.CommitOf(two, "comparison.json")).Hint.ShouldNotBeNull().ShouldContain("--yardstick v1.2.0");
    }

    private static HistoryRecord Of(Comparison comparison) =>
        RecordMaker.Of(comparison, new CommitRecord { Id = RecordMaker.CommitOf(comparison, "comparison.json") }, "comparison.json");

    private static Comparison OnMain()
    {
        var comparison = SampleComparisons.Revisions();
        return comparison with
        {
            Experiment = comparison.Experiment with { Yardstick = "v1.2.0" },
            Variants = comparison.Variants.Add(comparison.Variants[0] with { Name = "v1.2.0", Revision = new RevisionRecord(Sample.Release, null, null) }),
            Pairs = comparison.Pairs.Add(comparison.Pairs[0] with { Baseline = "v1.2.0", IsYardstick = true }),
        };
    }
}
