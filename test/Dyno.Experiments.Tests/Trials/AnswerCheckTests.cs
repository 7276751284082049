using Dyno.Experiments.Plans;
using Dyno.Experiments.Trials;

namespace Dyno.Experiments.Tests.Trials;

public sealed class AnswerCheckTests
{
    private static readonly VariantPlan Variant = new() { Name = "b", Load = "/", Subject = new() };
    private static readonly StepAnswer Expected = new("GET /", "200", "text/plain", [1, 2, 3]);

    [Fact]
    public void The_same_answer_is_no_difference() => Differences(Expected with { Body = [1, 2, 3] }).ShouldBeEmpty();

    [Fact]
    public void Status_content_type_and_body_are_compared() =>
        Differences(new StepAnswer("GET /", "404", "text/html", [])).ShouldBe(
            ["status 404 instead of 200", "content type text/html instead of text/plain", "another body (0 bytes instead of 3)"]);

    [Fact]
    public void A_body_that_changes_by_itself_is_not_compared() => Differences(Expected with { Body = null }).ShouldBeEmpty();

    private static string[] Differences(StepAnswer found) => [.. AnswerCheck.Differences(Variant, [Expected], [found]).Select(d => d.What)];
}
