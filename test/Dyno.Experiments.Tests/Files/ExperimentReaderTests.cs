using Dyno.Experiments.Files;
using Dyno.Experiments.Plans;
using Dyno.Inputs.Problems;
using Dyno.Testing;

namespace Dyno.Experiments.Tests.Files;

public sealed class ExperimentReaderTests : IDisposable
{
    private const string Good = """
        subject: { url: "http://localhost:1" }
        variants: { a: {}, b: {} }
        load: { url: /hello }
        compare: { baseline: a }
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-reader-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Reads_the_study_of_the_repository()
    {
        var plan = ExperimentReader.Read(Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "experiment.yaml"), new());

        plan.Variants.Select(v => v.Cell).Distinct().ShouldBe(["path=/hello", "path=/classic/hello"]);
        plan.Variants.Take(4).Select(v => v.Name).ShouldBe(["net8", "net9", "net10", "net9-datas-off"]);
        plan.Variants[3].Subject.Environment["DOTNET_GCDynamicAdaptationMode"].ShouldBe("0");
        plan.Rounds.ShouldBe(10);
        plan.Control.ShouldBeTrue();
        plan.Compare.Thresholds["rate"].ShouldBe(0.02);
        plan.WarmUp.Maximum.ShouldBe(TimeSpan.FromSeconds(20));
    }

    [Fact]
    public void Puts_the_baseline_first_and_knows_the_defaults()
    {
        var plan = Read(Good.Replace("baseline: a", "baseline: b", StringComparison.Ordinal));

        plan.Variants.Select(v => v.Name).ShouldBe(["b", "a"]);
        plan.Compare.Headline.ShouldBe("rate");
        plan.Rounds.ShouldBe(10);
    }

    [Theory]
    [InlineData("ruonds: 3", "experiment.yaml:5: unknown key 'ruonds'  -> did you mean rounds?")]
    [InlineData("services: {}", "experiment.yaml:5: services is not supported yet  -> remove it")]
    [InlineData("sweep: { rate: 1..2 }", "experiment.yaml:5: sweep is not supported yet  -> remove it")]
    [InlineData("rounds: many", "experiment.yaml:5: rounds: 'many' is not a whole number from 1 to 1000  -> write rounds: 10")]
    [InlineData("warmup: { minimum: 9s, maximum: 2s }", "experiment.yaml:5: the minimum is longer than the maximum  -> swap them")]
    [InlineData("matrix: { gc: [a] }", "experiment.yaml:5: gc is not supported yet  -> remove it")]
    [InlineData("matrix: { path: [hello] }", "experiment.yaml:5: 'hello' is no path  -> write /hello")]
    [InlineData("control: perhaps", "experiment.yaml:5: control: 'perhaps' is neither true nor false  -> write control: true")]
    [InlineData("rounds: 3\nrounds: 4", "Duplicate key")]
    [InlineData("name: [", "is no valid YAML")]
    [InlineData("name: [[[[[[[[[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]]]]]]]]]", "experiment.yaml:5: nested more than 20 deep")]
    public void Says_where_a_mistake_stands_and_what_to_write(string line, string message) =>
        Problems(Good + "\n" + line).ShouldContain(message);

    [Theory]
    [InlineData("baseline: a", "baseline: c", "there is no variant 'c'")]
    [InlineData("baseline: a", "baseline: a, headline: p9", "there is no metric 'p9'  -> did you mean p90?")]
    [InlineData("baseline: a", "baseline: a, headline: errors", "errors can be zero and has no ratio")]
    [InlineData("baseline: a", "baseline: a, thresholds: { rate: 200% }", "rate: '200%' is not a share between 0 and 100 %")]
    [InlineData("b: {}", "A: {}", "two variants are called 'A' but for capitals")]
    [InlineData("b: {}", "control: {}", "'control' is the name of the control")]
    [InlineData(", b: {}", "", "nothing to compare")]
    [InlineData("b: {}", "b: { properties: { A: 1 } }", "properties is not supported yet")]
    [InlineData("b: {}", "b: { framework: net9.0 }", "Dyno did not start what runs at a url and cannot change it")]
    [InlineData("url: \"http://localhost:1\"", "project: nowhere", "there is no project ")]
    [InlineData("url: \"http://localhost:1\"", "url: \"ftp://x\"", "'ftp://x' is no http or https URL")]
    [InlineData("url: /hello", "file: nowhere.websurge", "there is no file ")]
    [InlineData("url: /hello", "url: /hello, rate: 5", "rate is not supported yet")]
    public void Refuses_what_cannot_be_measured(string part, string wrong, string message) =>
        Problems(Good.Replace(part, wrong, StringComparison.Ordinal)).ShouldContain(message);

    [Fact]
    public void Reports_everything_at_once_in_the_order_of_the_file() =>
        Problems(Good + "\nrounds: 0\nservices: {}\nnmae: x").Split('\n').Length.ShouldBe(3);

    [Fact]
    public void A_missing_file_is_a_problem() =>
        Should.Throw<InputException>(() => ExperimentReader.Read(Path.Combine(_folder, "none.yaml"), new())).Message.ShouldContain("there is no such file");

    [Fact]
    public void A_gate_needs_rounds_enough_for_a_verdict() =>
        Problems(Good, new() { HasGate = true, Rounds = 4 }).ShouldBe("--gate: 4 rounds give no verdict  -> write --rounds 5 or more");

    [Fact]
    public void The_baseline_must_be_among_the_chosen_variants() =>
        Problems(Good, new() { Variants = ["b"] }).ShouldBe("--variants: the baseline a is not among them  -> write --variants a,b");

    private ExperimentPlan Read(string yaml, ExperimentOverrides? overrides = null)
    {
        var file = Path.Combine(_folder, "experiment.yaml");
        File.WriteAllText(file, yaml);
        return ExperimentReader.Read(file, overrides ?? new());
    }

    private string Problems(string yaml, ExperimentOverrides? overrides = null) =>
        Should.Throw<InputException>(() => Read(yaml, overrides)).Message.Replace(_folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);
}
