namespace Dyno.Experiments.Tests;

public sealed class StudyReaderTests
{
    [Fact]
    public void Reads_every_kind_of_claim()
    {
        using var folder = new StudyFolder();
        var study = new StudyCatalogue(folder.Root).Get("speed");
        study.Name.ShouldBe("speed");
        study.Experiments.Select(e => e.Name).ShouldBe(["main", "second"]);
        study.Claims.Select(c => c.Measure?.GetType()).ShouldBe([typeof(RatioMeasure), typeof(FigureMeasure), typeof(QuotientMeasure), null]);
        study.Claims[1].Measure!.Experiment.ShouldBe(study.Experiments[1]);
        study.Claims[0].IsQuick.ShouldBeTrue();
        study.Claims[3].CannotBeJudged.ShouldBe("it needs three machines");
    }

    [Theory]
    [InlineData("variant: b, baseline: a", "variant: bb, baseline: a", "claims.yaml:8: there is no variant 'bb'  -> write one of these: a, b, c, control")]
    [InlineData("metric: rate", "metric: rata", "claims.yaml:8: there is no metric 'rata'  -> did you mean rate?")]
    [InlineData("in: second", "in: third", "claims.yaml:14: there is no experiment 'third'  -> write one of these: main, second")]
    [InlineData("holds: 1.05..", "holds: more", "claims.yaml:9: b-faster: 'more' is not a range  -> write 0.95..1.05, ..0.9, 10.. or 380ms..450ms")]
    [InlineData("    holds: 1.05..\n", "", "claims.yaml:6: b-faster: holds is missing  -> write holds: 0.95..1.05")]
    [InlineData("    says: b is faster than a\n", "", "claims.yaml:6: b-faster: says is missing  -> write says: …")]
    [InlineData(", baseline: a, metric", ", metric", "claims.yaml:8: ratio: baseline is missing  -> write baseline: …")]
    [InlineData("    ratio: { variant: b, baseline: a, metric: rate }\n", "", "claims.yaml:6: b-faster: the measure is missing  -> write one of these: ratio, growth, difference, figure, quotient, repetition, search, or cannot: REASON")]
    [InlineData("ratio: { variant: b, baseline: a, metric: rate }", "growth: { variant: b, baseline: a, metric: rate, cell: path=/a }", "claims.yaml:8: growth: fromCell is missing  -> write fromCell: …")]
    [InlineData("title: Which", "titel: Which", "claims.yaml:1: unknown key 'titel'  -> did you mean title?")]
    public void Names_the_line_and_the_remedy(string right, string wrong, string expected)
    {
        StudyFolder.Claims.ShouldContain(right);
        using var folder = new StudyFolder(StudyFolder.Claims.Replace(right, wrong, StringComparison.Ordinal));
        var problems = Should.Throw<UserFault>(() => new StudyCatalogue(folder.Root).Get("speed")).Problems;
        problems.Select(p => (p with { Source = Path.GetFileName(p.Source) }).ToString()).ShouldContain(expected);
    }

    [Fact]
    public void Benchmarks_stand_where_an_experiment_does_and_their_methods_are_its_variants()
    {
        const string with = """
            second:
                benchmarks: .
                methods: [Get, Post]
                subjects: { SERVER_URL: . }
            """;
        var claims = StudyFolder.Claims
            .Replace("experiments: { main: experiment.yaml, second: second.yaml }", $"experiments:\n  main: experiment.yaml\n  {with}", StringComparison.Ordinal)
            .Replace("figure: { variant: b, metric: p50 }", "figure: { variant: Get, metric: mean }", StringComparison.Ordinal);
        using var folder = new StudyFolder(claims);
        var study = new StudyCatalogue(folder.Root).Get("speed");
        study.Experiments[1].Benchmarks.ShouldNotBeNull().Subjects["SERVER_URL"].ShouldBe(folder.Study);
        var step = StudyPlan.Of(study, ["b-latency"], isQuick: false).Steps.Single();
        step.Plan.Variants.Select(v => v.Name).ShouldBe(["Get"], "only the methods that a claim is about");
        step.Announcement.ShouldBe("1 method under BenchmarkDotNet × 6 rounds, about 2 min");
    }

    [Fact]
    public void Runs_of_Dyno_itself_stand_where_an_experiment_does()
    {
        const string with = """
            second:
                each: 17s
                rounds: 4
                generator:
                  live: { subject: ., run: "{url}/hello -c 64", terminal: true, env: { A: "1" } }
                  quiet: { subject: ., framework: net9.0, run: "{url}/hello -c 64 --quiet", subjectArgs: ["--x"] }
            """;
        var claims = StudyFolder.Claims
            .Replace("experiments: { main: experiment.yaml, second: second.yaml }", $"experiments:\n  main: experiment.yaml\n  {with}", StringComparison.Ordinal)
            .Replace("figure: { variant: b, metric: p50 }", "ratio: { variant: live, baseline: quiet, metric: rate }", StringComparison.Ordinal);
        using var folder = new StudyFolder(claims);
        var study = new StudyCatalogue(folder.Root).Get("speed");
        var generator = study.Experiments[1].Generator.ShouldNotBeNull();
        generator.Variants["live"].HasTerminal.ShouldBeTrue();
        generator.Variants["live"].Environment["A"].ShouldBe("1");
        generator.Variants["quiet"].Run.ShouldBe(["{url}/hello", "-c", "64", "--quiet"]);
        generator.Variants["quiet"].SubjectArguments.ShouldBe(["--x"]);
        var step = StudyPlan.Of(study, ["b-latency"], isQuick: false).Steps.Single();
        step.Announcement.ShouldBe("2 ways of running Dyno × 4 rounds, about 3 min");
    }

    [Theory]
    [InlineData("env: { A: \"1\" }")]
    [InlineData("terminal: true")]
    public void A_run_in_the_pages_has_no_terminal_and_no_environment_of_its_own(string beside)
    {
        var with = $$"""
            second:
                each: 17s
                generator:
                  live: { subject: ., run: "{url}/hello --connections 64", watched: true, {{beside}} }
            """;
        var claims = StudyFolder.Claims
            .Replace("experiments: { main: experiment.yaml, second: second.yaml }", $"experiments:\n  main: experiment.yaml\n  {with}", StringComparison.Ordinal)
            .Replace("figure: { variant: b, metric: p50 }", "figure: { variant: live, metric: rate }", StringComparison.Ordinal);
        using var folder = new StudyFolder(claims);

        var refused = Should.Throw<UserFault>(() => new StudyCatalogue(folder.Root).Get("speed"));

        refused.Message.ShouldContain("live: a run in the pages cannot have its own terminal or environment");
    }

    [Theory]
    [InlineData("repetition: { variant: b, metric: rate }", typeof(RepetitionMeasure))]
    [InlineData("growth: { variant: b, baseline: a, metric: rate, cell: \"\", fromCell: \"\" }", null)]
    [InlineData("search: { variant: b }", null)]
    public void Other_measures_are_read_or_refused_with_a_reason(string measure, Type? read)
    {
        using var folder = new StudyFolder(StudyFolder.Claims.Replace("ratio: { variant: b, baseline: a, metric: rate }", measure, StringComparison.Ordinal));
        var catalogue = new StudyCatalogue(folder.Root);
        if (read is not null) catalogue.Get("speed").Claims[0].Measure.ShouldBeOfType(read);
        else Should.Throw<UserFault>(() => catalogue.Get("speed"));
    }

    [Fact]
    public void A_search_is_measured_by_its_end_and_by_nothing_else()
    {
        using var folder = new StudyFolder(StudyFolder.Claims.Replace("figure: { variant: b, metric: p50 }", "search: { variant: b }", StringComparison.Ordinal));
        var second = Path.Combine(folder.Study, "second.yaml");
        File.WriteAllText(second, File.ReadAllText(second) + "\nsweep: { rate: 3..120, find: parity, within: 10% }\n");
        new StudyCatalogue(folder.Root).Get("speed").Claims[1].Measure.ShouldBeOfType<SearchMeasure>();
        File.WriteAllText(second, File.ReadAllText(second).Replace("parity, within: 10%", "knee", StringComparison.Ordinal));
        var claims = Path.Combine(folder.Study, "claims.yaml");
        File.WriteAllText(claims, File.ReadAllText(claims).Replace("search: { variant: b }", "figure: { variant: b, metric: p50 }", StringComparison.Ordinal));
        Should.Throw<UserFault>(() => new StudyCatalogue(folder.Root).Get("speed")).Message
            .ShouldContain("the experiment second is a search  -> write search: { variant: … }");
    }

    [Fact]
    public void A_table_stands_across_variants_of_the_same_figure()
    {
        const string views = """

            tables:
              both:
                shows: Both rates
                across: [b]
                rows:
                  the rate: { figure: { variant: a, metric: rate } }
            """;
        using var folder = new StudyFolder(StudyFolder.Claims + views);
        var table = new StudyCatalogue(folder.Root).Get("speed").Tables.Single();
        table.Columns.ShouldBe(["a", "b"]);
        table.Rows.Single().Measures.Select(m => (m.Variant, m.Metric)).ShouldBe([("a", "rate"), ("b", "rate")]);

        using var wrong = new StudyFolder(StudyFolder.Claims + views.Replace("[b]", "[nobody]", StringComparison.Ordinal));
        Should.Throw<UserFault>(() => new StudyCatalogue(wrong.Root).Get("speed")).Message.ShouldContain("nobody");
    }

    [Fact]
    public void Tables_and_charts_stand_beside_the_claims()
    {
        const string views = """

            tables:
              both:
                shows: Both rates
                rows:
                  the first: { figure: { variant: a, metric: rate } }
                  the second: { in: second, figure: { variant: b, metric: rate } }
            charts:
              threads: { shows: Threads of c, variant: c, series: threads }
            """;
        using var folder = new StudyFolder(StudyFolder.Claims + views);
        var study = new StudyCatalogue(folder.Root).Get("speed");
        study.Tables.Single().Rows.Select(r => r.Label).ShouldBe(["the first", "the second"]);
        study.Charts.Single().Series.Unit.ShouldBe("thread-pool threads");
        StudyPlan.Of(study, [], isQuick: false).Steps[0].Plan.Variants.Select(v => v.Name).ShouldBe(["a", "b", "c"], "the chart needs c");

        using var wrong = new StudyFolder(StudyFolder.Claims + views.Replace("series: threads", "series: thread", StringComparison.Ordinal));
        Should.Throw<UserFault>(() => new StudyCatalogue(wrong.Root).Get("speed")).Message.ShouldContain("there is no series 'thread'  -> did you mean threads?");
    }

    [Fact]
    public void A_fault_of_an_experiment_is_a_fault_of_the_study()
    {
        using var folder = new StudyFolder();
        File.AppendAllText(Path.Combine(folder.Study, "second.yaml"), "\nruonds: 3\n");
        Should.Throw<UserFault>(() => new StudyCatalogue(folder.Root).Get("speed")).Message.ShouldContain("did you mean rounds?");
    }

    [Fact]
    public void A_folder_without_claims_is_no_study()
    {
        using var folder = new StudyFolder();
        Directory.CreateDirectory(Path.Combine(folder.Root, "empty"));
        var catalogue = new StudyCatalogue(folder.Root);
        catalogue.Names.ShouldBe(["speed"]);
        Should.Throw<UserFault>(() => catalogue.Get("empty")).Message.ShouldContain("empty is not a study: its folder has no claims.yaml");
        Should.Throw<UserFault>(() => catalogue.Get("sped")).Message.ShouldContain("there is no study 'sped'  -> did you mean speed?");
    }
}
