namespace Dyno.Experiments.Tests;

/// <summary>What a program of a study has measured by itself.</summary>
public sealed class ProgramFiguresTests : IDisposable
{
    private readonly string _file = Path.GetTempFileName();

    public void Dispose() => File.Delete(_file);

    [Fact]
    public void Numbers_by_name_are_metrics_of_the_trial()
    {
        File.WriteAllText(_file, """{ "stale.broken": 3, "killed.milliseconds": 6000.5 }""");
        var metrics = ProgramFigures.Read(_file, "Lab");
        metrics["figure.stale.broken"].ShouldBe(3);
        metrics["figure.killed.milliseconds"].ShouldBe(6000.5);
        metrics.Keys.ShouldAllBe(name => FigureTable.IsName(name));
    }

    [Theory]
    [InlineData("")]
    [InlineData("[1, 2]")]
    [InlineData("{ \"stale\": \"three\" }")]
    public void Anything_else_is_told_with_what_to_write(string text)
    {
        File.WriteAllText(_file, text);
        var fault = Should.Throw<UserFault>(() => ProgramFigures.Read(_file, "Lab"));
        fault.Message.ShouldContain("Lab");
        fault.Hint.ShouldNotBeNull().ShouldContain("DYNO_FIGURES");
    }

    [Fact]
    public void A_program_that_wrote_nothing_is_told() =>
        Should.Throw<UserFault>(() => ProgramFigures.Read(_file + ".none", "Lab")).Message.ShouldContain("Lab wrote no figures");

    [Theory]
    [InlineData("rate", true)]
    [InlineData("service.redis.commandsPerRequest", true)]
    [InlineData("script.stale.share", true)]
    [InlineData("figure.", false)]
    [InlineData("rates", false)]
    public void A_metric_is_one_of_the_catalogue_or_has_a_free_name(string name, bool isName) => FigureTable.IsName(name).ShouldBe(isName);
}
