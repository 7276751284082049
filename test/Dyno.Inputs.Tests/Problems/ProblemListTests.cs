namespace Dyno.Inputs.Tests;

public sealed class ProblemListTests
{
    [Fact]
    public void A_file_of_nothing_but_mistakes_is_told_in_bounded_memory()
    {
        var text = new StringBuilder("GET http://localhost/ HTTP/1.1\n");
        for (var i = 0; i < 100_000; i++) text.Append("no header\n");
        var problems = new ProblemList();

        SessionReader.Read("s.websurge", Encoding.UTF8.GetBytes(text.ToString()), problems);

        var refused = Should.Throw<UserFault>(problems.ThrowIfAny);
        refused.Problems.Length.ShouldBe(1_001);
        refused.Problems[^1].ToString().ShouldStartWith("s.websurge: 99,000 more mistakes are not shown");
    }
}
