namespace Dyno.History.Tests;

public sealed class TrendAnalysisTests
{
    private static readonly TrendOptions Usual = new();

    [Fact]
    public void Names_the_commit_of_a_step_its_size_and_when_it_was_seen()
    {
        var trend = Of(Sample.Files(60, i => i < 40 ? 0 : -0.03), LineageOf(60));

        var change = trend.Series.ShouldHaveSingleItem().Changes.ShouldHaveSingleItem();
        change.IsRegression.ShouldBeTrue();
        change.IsDrift.ShouldBeFalse();
        change.IsNew.ShouldBeFalse();
        change.Commits.Select(commit => commit.Commit).ShouldContain(Sample.Commit(40));
        change.Size.Low.ShouldBeLessThan(0.97);
        change.Size.High.ShouldBeGreaterThan(0.97);
        trend.Series[0].Points.Select(point => point.Commit).ToList().IndexOf(change.FirstSeen).ShouldBeInRange(41, 50);
    }

    [Fact]
    public void A_change_is_new_with_exactly_one_commit()
    {
        var files = Sample.Files(60, i => i < 40 ? 0 : -0.03);

        var newWith = Enumerable.Range(42, 15).Where(count => Of(files[..count], LineageOf(60)).Series[0].Changes.Any(change =>
            change is { IsNew: true, IsRegression: true })).ToList();

        newWith.ShouldHaveSingleItem();
    }

    [Fact]
    public void Finds_a_drift_whose_steps_no_gate_sees_as_one_drift()
    {
        // 30 steps of 0.3 % over 100 commits, one at every third commit.
        var series = Of(Sample.Files(100, i => -0.003 * Math.Min(30, (i + 1) / 3)), LineageOf(100)).Series[0];

        var change = series.Changes.ShouldHaveSingleItem();
        change.IsDrift.ShouldBeTrue();
        change.IsRegression.ShouldBeTrue();
        change.Size.Ratio.ShouldBeInRange(0.89, 0.94);
        series.Now!.Ratio.ShouldBeLessThan(0.94);
    }

    [Fact]
    public void The_clock_of_a_runner_does_not_count()
    {
        var random = new Random(5);
        var records = Enumerable.Range(0, 40).Select(i => Sample.Record(i, i < 20 ? 0 : -0.04)).ToList();
        var wrong = records.Select(record => record with { MeasuredAt = record.MeasuredAt.AddDays(random.Next(-900, 900)) });

        var trend = Of([.. wrong.Select(HistoryFile.Of)], LineageOf(40));

        trend.Series[0].Points.Select(point => point.Commit).ShouldBe(Enumerable.Range(0, 40).Select(Sample.Commit));
    }

    [Fact]
    public void Commits_that_were_rebased_away_are_left_out_and_said()
    {
        var trend = Of(Sample.Files(20), LineageOf(15));

        trend.Series[0].Points.Length.ShouldBe(15);
        trend.Notes.ShouldContain(note => note.StartsWith("5 records left out", StringComparison.Ordinal));
    }

    [Fact]
    public void In_a_shallow_clone_the_records_know_their_order()
    {
        var shallow = new Lineage([.. LineageOf(20).Commits.TakeLast(2)], IsShallow: true);

        var trend = Of([.. Sample.Files(20).Reverse()], shallow);

        trend.Series[0].Points.Select(point => point.Commit).ShouldBe(Enumerable.Range(0, 20).Select(Sample.Commit));
        trend.Notes.ShouldContain(note => note.Contains("shallow clone", StringComparison.Ordinal));
    }

    [Fact]
    public void A_file_that_is_no_record_is_skipped_and_said()
    {
        var files = Sample.Files(10);
        var cut = files[3] with { Text = files[3].Text[..200] };
        var edited = files[4] with { Text = files[4].Text.Replace("\"v1.2.0\"", "\"v9.9.9\"", StringComparison.Ordinal) };

        var trend = Of([.. files[..3], cut, edited, .. files[5..], new HistoryFile("README.json", "[1, 2]")], LineageOf(10));

        trend.Records.ShouldBe(8);
        trend.Notes.Count(note => note.StartsWith("skipped: ", StringComparison.Ordinal)).ShouldBe(3);
        trend.Notes.ShouldContain(note => note.Contains("not what its name says", StringComparison.Ordinal));
    }

    [Fact]
    public void Another_yardstick_begins_another_series()
    {
        var files = Enumerable.Range(0, 30).Select(i => Sample.Record(i) with
        {
            Yardstick = i < 10 ? new ReferenceRecord("v1.1.0",
            Sample.Commit(999)) : new ReferenceRecord("v1.2.0", Sample.Release)
        });

        var trend = Of([.. files.Select(HistoryFile.Of)], LineageOf(30));

        trend.Series[0].Yardstick.Name.ShouldBe("v1.2.0");
        trend.Series[0].Points.Length.ShouldBe(20);
        trend.Notes.ShouldContain(note => note.Contains("10 records were measured against another yardstick", StringComparison.Ordinal));
    }

    [Fact]
    public void Records_without_a_yardstick_say_how_to_measure_one()
    {
        var files = Enumerable.Range(0, 10).Select(i => HistoryFile.Of(Sample.Record(i) with { Yardstick = null }));

        Should.Throw<UserFault>(() => Of([.. files], LineageOf(10))).Hint.ShouldNotBeNull().ShouldContain("--yardstick");
    }

    [Fact]
    public void Records_of_earlier_slices_are_not_mixed_with_those_of_today()
    {
        var files = Enumerable.Range(0, 20).Select(i => HistoryFile.Of(Sample.Record(i) with { Estimator = i < 8 ? null : HistoryRecord.CurrentEstimator }));
        var trend = TrendAnalysis.Of("here", RecordSet.Of(files), null, new TrendOptions());
        trend.Series[0].Points.Length.ShouldBe(12);
        trend.Notes.ShouldContain(note => note.StartsWith("8 records are of earlier builds, whose slices ended with their slowest answer", StringComparison.Ordinal));
    }

    [Fact]
    public void A_void_record_is_kept_and_not_shown()
    {
        var files = Enumerable.Range(0, 10).Select(i => HistoryFile.Of(Sample.Record(i) with { Health = i == 5 ? HealthState.Void : HealthState.Healthy }));

        Of([.. files], LineageOf(10)).Series[0].Points.Length.ShouldBe(9);
    }

    [Fact]
    public void An_unknown_metric_is_answered_with_those_there_are() =>
        Should.Throw<UserFault>(() => TrendAnalysis.Of("test", RecordSet.Of(Sample.Files(10)), LineageOf(10),
            Usual with { Metric = "p42" })).Hint.ShouldNotBeNull().ShouldContain("rate");

    [Fact]
    public void A_record_takes_at_most_20_kB_and_reads_back_as_it_was()
    {
        var file = HistoryFile.Of(Sample.Record(7));

        file.Bytes.Length.ShouldBeLessThan(HistoryRecord.MostBytes);
        HistoryFile.Of(HistoryRecordJson.Read(file.Text, file.Name)).ShouldBe(file);
    }

    [Fact]
    public async Task The_repository_orders_its_commits_and_names_them()
    {
        using var repositories = new Repositories();
        var clone = repositories.Clone("history");
        for (var i = 0; i < 3; i++) Repositories.Commit(clone, $"Change {i}");

        var lineage = (await new Repository(clone).LineageAsync("HEAD", TestContext.Current.CancellationToken)).ShouldNotBeNull();
        var facts = await new Repository(clone).FactsAsync(lineage.Commits[^1].Id, null, TestContext.Current.CancellationToken);

        lineage.Commits.Select(commit => commit.Subject).ShouldBe(["Begin", "Change 0", "Change 1", "Change 2"]);
        lineage.IsShallow.ShouldBeFalse();
        facts.Height.ShouldBe(4);
        facts.Branch.ShouldBe("main");
        facts.Subject.ShouldBe("Change 2");
        facts.Parents.ShouldBe([lineage.Commits[^2].Id]);
    }

    private static TrendResult Of(HistoryFile[] files, Lineage lineage) => TrendAnalysis.Of("test", RecordSet.Of(files), lineage, Usual);

    private static Lineage LineageOf(int count) => new([.. Enumerable.Range(0, count).Select(i => new ListedCommit(Sample.Commit(i), $"Change {i}"))], IsShallow: false);
}
