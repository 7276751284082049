namespace Dyno.Http.Tests;

public class CheckTests
{
    public static TheoryData<CheckSubject, CheckOperator, double, string, bool> Cases => new()
    {
        { CheckSubject.Status, CheckOperator.Equal, 200, "", true },
        { CheckSubject.Status, CheckOperator.NotEqual, 200, "", false },
        { CheckSubject.Status, CheckOperator.Less, 400, "", true },
        { CheckSubject.Status, CheckOperator.GreaterOrEqual, 201, "", false },
        { CheckSubject.Size, CheckOperator.Equal, 5, "", true },
        { CheckSubject.Size, CheckOperator.Greater, 5, "", false },
        { CheckSubject.Size, CheckOperator.LessOrEqual, 5, "", true },
        { CheckSubject.Duration, CheckOperator.Less, 60e9, "", true },
        { CheckSubject.Duration, CheckOperator.Less, 1, "", false },
        { CheckSubject.Body, CheckOperator.Equal, 0, "hello", true },
        { CheckSubject.Body, CheckOperator.Equal, 0, "hell", false },
        { CheckSubject.Body, CheckOperator.Equal, 0, "hello!", false },
        { CheckSubject.Body, CheckOperator.NotEqual, 0, "other", true },
        { CheckSubject.Body, CheckOperator.Contains, 0, "ell", true },
        { CheckSubject.Body, CheckOperator.Contains, 0, "", true },
        { CheckSubject.Body, CheckOperator.Contains, 0, "hel\r\n", false },
        { CheckSubject.Header, CheckOperator.Equal, 0, "a;b", true },
        { CheckSubject.Header, CheckOperator.Contains, 0, ";", true },
        { CheckSubject.Header, CheckOperator.NotEqual, 0, "a;b", false },
    };

    [Theory]
    [MemberData(nameof(Cases))]
    public void A_check_sees_the_answer_without_its_framing(CheckSubject subject, CheckOperator comparison, double number, string operand, bool holds)
    {
        var check = new ResponseCheck("the check", subject, subject == CheckSubject.Header ? "x-kind" : "", comparison, number, operand);
        string[] answers =
        [
            Answers.Of(200, "hello", "X-Kind: a;b"),
            Answers.ChunkedHello.Replace("Transfer", "X-Kind: a;b\r\nTransfer", StringComparison.Ordinal),
        ];
        foreach (var answer in answers)
        {
            using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(answer), ServerAction.ReadRequest,
                ServerAction.SendSplit(answer, 3, answer.Length - 9, answer.Length - 2), ServerAction.Repeat);
            var run = DriverRun.To(server.Url) with { Options = new HttpOptions { Checks = [check] } };
            var outcome = run.Iterate(users: 1, iterations: 6);
            outcome.Recorder.CheckPasses[0].ShouldBe(holds ? 6 : 0, answer);
            outcome.Recorder.CheckFails[0].ShouldBe(holds ? 0 : 6);
            outcome.Workload.Checks.ShouldBe(["the check"]);
        }
    }

    [Fact]
    public void A_missing_header_equals_nothing_and_a_numeric_one_compares_as_a_number()
    {
        using var server = ScriptedServer.Answering(Answers.Of(200, "", "X-Left: 41"));
        ResponseCheck[] checks =
        [
            new("missing", CheckSubject.Header, "X-None", CheckOperator.Equal, 0, ""),
            new("not missing", CheckSubject.Header, "X-None", CheckOperator.NotEqual, 0, "x"),
            new("left < 100", CheckSubject.Header, "X-Left", CheckOperator.Less, 100, "100"),
            new("left > 100", CheckSubject.Header, "X-Left", CheckOperator.Greater, 100, "100"),
        ];
        var outcome = (DriverRun.To(server.Url) with { Options = new HttpOptions { Checks = [.. checks] } }).Iterate(1, 2);
        outcome.Recorder.CheckPasses.ToArray().ShouldBe([0, 2, 2, 0]);
        outcome.Recorder.CheckFails.ToArray().ShouldBe([2, 0, 0, 2]);
    }

    [Fact]
    public void A_request_without_an_answer_meets_no_check()
    {
        using var server = FaultServers.ClosingWithoutAnswer();
        var check = new ResponseCheck("status != 500", CheckSubject.Status, "", CheckOperator.NotEqual, 500, "");
        var outcome = (DriverRun.To(server.Url) with { Options = new HttpOptions { Checks = [check] } }).Iterate(1, 3);
        outcome.Recorder.CheckFails[0].ShouldBe(3);
        outcome.Recorder.CheckPasses[0].ShouldBe(0);
    }

    [Fact]
    public void Searching_in_pieces_finds_what_searching_in_the_whole_finds()
    {
        var random = new Random(5);
        for (var i = 0; i < 20_000; i++)
        {
            var text = Letters(random, 30);
            var pattern = Letters(random, 1 + random.Next(6));
            var search = new StreamingMatch(Encoding.ASCII.GetBytes(pattern), anywhere: true);
            var equal = new StreamingMatch(Encoding.ASCII.GetBytes(pattern), anywhere: false);
            var (found, same) = (0, 0);
            for (int at = 0, next; at < text.Length; at = next)
            {
                next = Math.Min(text.Length, at + 1 + random.Next(5));
                var piece = Encoding.ASCII.GetBytes(text[at..next]);
                found = search.Advance(found, piece);
                same = equal.Advance(same, piece);
            }
            search.IsMatch(found, text.Length).ShouldBe(text.Contains(pattern, StringComparison.Ordinal), $"{pattern} in {text}");
            equal.IsMatch(same, text.Length).ShouldBe(text == pattern);
        }
    }

    // Two letters only: patterns that overlap themselves are where such searches go wrong.
    private static string Letters(Random random, int longest) =>
        string.Concat(Enumerable.Range(0, random.Next(1, longest + 1)).Select(_ => random.Next(2) == 0 ? 'a' : 'b'));
}
