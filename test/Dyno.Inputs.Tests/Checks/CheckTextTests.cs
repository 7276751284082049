namespace Dyno.Inputs.Tests;

public sealed class CheckTextTests
{
    [Theory]
    [InlineData("status == 200", CheckSubject.Status, CheckOperator.Equal, 200)]
    [InlineData("status==200", CheckSubject.Status, CheckOperator.Equal, 200)]
    [InlineData("Status < 400", CheckSubject.Status, CheckOperator.Less, 400)]
    [InlineData("status != 500", CheckSubject.Status, CheckOperator.NotEqual, 500)]
    [InlineData("size > 0", CheckSubject.Size, CheckOperator.Greater, 0)]
    [InlineData("size >= 1.5kB", CheckSubject.Size, CheckOperator.GreaterOrEqual, 1_500)]
    [InlineData("size <= 1KiB", CheckSubject.Size, CheckOperator.LessOrEqual, 1_024)]
    [InlineData("duration < 50ms", CheckSubject.Duration, CheckOperator.Less, 50_000_000)]
    [InlineData("duration <= 1.5s", CheckSubject.Duration, CheckOperator.LessOrEqual, 1_500_000_000)]
    public void Reads_checks_on_numbers(string text, CheckSubject subject, CheckOperator op, double number) =>
        Read(text).ShouldBe(new ResponseCheck(text, subject, "", op, number, ""));

    [Theory]
    [InlineData("header Content-Type contains json", CheckSubject.Header, "Content-Type", CheckOperator.Contains, "json")]
    [InlineData("header X-Id != \"a b\"", CheckSubject.Header, "X-Id", CheckOperator.NotEqual, "a b")]
    [InlineData("header contains contains x", CheckSubject.Header, "contains", CheckOperator.Contains, "x")]
    [InlineData("body contains \"Hello World\"", CheckSubject.Body, "", CheckOperator.Contains, "Hello World")]
    [InlineData("body contains Hello World", CheckSubject.Body, "", CheckOperator.Contains, "Hello World")]
    [InlineData("body contains {\"a\":1}", CheckSubject.Body, "", CheckOperator.Contains, "{\"a\":1}")]
    [InlineData("body == 'ok'", CheckSubject.Body, "", CheckOperator.Equal, "ok")]
    [InlineData("body == \"\"", CheckSubject.Body, "", CheckOperator.Equal, "")]
    public void Reads_checks_on_texts(string text, CheckSubject subject, string header, CheckOperator op, string operand) =>
        Read(text).ShouldBe(new ResponseCheck(text, subject, header, op, 0, operand));

    [Theory]
    [InlineData("status", "--check: this is not a check: \"status\"  -> write it like 'status == 200', 'size > 0', 'duration < 50ms', 'header Content-Type contains json' or 'body contains \"Hello\"'")]
    [InlineData("status == ok", "--check: status cannot be compared with \"ok\"  -> write a status code: status == 200")]
    [InlineData("status contains 2", "--check: \"status\" is a number, which \"contains\" cannot test: \"status contains 2\"  -> write ==, !=, <, <=, > or >=")]
    [InlineData("size > big", "--check: size cannot be compared with \"big\"  -> write bytes, kB or MB: size > 1kB")]
    [InlineData("duration < 50", "--check: duration cannot be compared with \"50\"  -> write a time with its unit: duration < 50ms")]
    [InlineData("body < 5", "--check: <, <=, > and >= cannot compare text: \"body < 5\"  -> write contains, == or !=")]
    public void Says_what_to_write_instead(string text, string message)
    {
        var problems = new ProblemList();

        CheckText.Read(text, new(problems, "--check")).ShouldBeNull();

        Should.Throw<UserFault>(problems.ThrowIfAny).Message.ShouldBe(message);
    }

    [Fact]
    public void A_secret_in_a_check_is_compared_but_not_shown()
    {
        var check = Read("header X-Api-Key == \"abc123\"");

        check.Operand.ShouldBe("abc123");
        check.Text.ShouldBe("header X-Api-Key == ***");
    }

    private static ResponseCheck Read(string text)
    {
        var problems = new ProblemList();
        var check = CheckText.Read(text, new(problems, "--check"));
        problems.ThrowIfAny();
        return check.ShouldNotBeNull();
    }
}
