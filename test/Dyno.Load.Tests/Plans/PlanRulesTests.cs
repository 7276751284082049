namespace Dyno.Load.Tests;

public sealed class PlanRulesTests
{
    [Theory]
    [InlineData("checkout")]
    [InlineData("GET /orders/1?page=2")]
    [InlineData("Überweisung (neu) – 支払い")]
    [InlineData("x")]
    public void A_scenario_is_called_by_letters_digits_spaces_and_most_signs(string name) => Problems(name).ShouldBeEmpty();

    [Theory]
    [InlineData("")]
    [InlineData(" begins with a space")]
    [InlineData("ends with one ")]
    [InlineData("a:b")]
    [InlineData("a,b")]
    [InlineData("{a}")]
    [InlineData("it's")]
    [InlineData("\"quoted\"")]
    [InlineData("two\nlines")]
    [InlineData("ends with a line\n")]
    [InlineData("zero\u200Bwidth")]
    [InlineData("private\uE000use")]
    public void Names_that_could_not_be_told_from_their_surroundings_are_refused(string name) => Problems(name).ShouldContain("a scenario's name has at most 100 letters");

    [Fact]
    public void A_name_has_100_characters_at_most()
    {
        Problems(new string('n', 100)).ShouldBeEmpty();
        Problems(new string('n', 101)).ShouldContain("at most 100");
    }

    private static string Problems(string name)
    {
        var plan = FakeRun.Plan(new SharedIterations(), new FakeWorkload(new FakeClock()));
        return string.Join('\n', PlanRules.ProblemsOf(plan with { Scenarios = [plan.Scenarios[0] with { Name = name }] }));
    }
}
