namespace Dyno.Experiments.Tests;

public sealed class TrialAnswersTests
{
    private static readonly RunResult Run = Reporting.Tests.SampleRuns.Closed();

    [Fact]
    public void Answers_alike_are_no_difference() => Differences(With((200, 1_000)), With((200, 3_000))).ShouldBeEmpty();

    [Fact]
    public void Another_status_in_one_of_a_hundred_is() =>
        Differences(With((200, 1_000)), With((200, 900), (404, 100))).ShouldBe(["status 200 in 90% of the answers instead of 100%", "status 404 in 10% of the answers instead of 0%"]);

    [Fact]
    public void An_error_here_and_there_is_not() => Differences(With((200, 1_000)), With((200, 995), (503, 5))).ShouldBeEmpty();

    private static IEnumerable<string> Differences(TrialAnswers one, TrialAnswers other) => one.DifferencesOf(other, "b", "").Select(d => d.What);

    private static TrialAnswers With(params (int Status, long Count)[] statuses)
    {
        var answers = new TrialAnswers();
        answers.Add(Run with { Measured = Run.Measured with { Statuses = statuses.ToImmutableSortedDictionary(s => s.Status, s => s.Count) } });
        return answers;
    }
}
