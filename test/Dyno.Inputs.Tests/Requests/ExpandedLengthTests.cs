namespace Dyno.Inputs.Tests;

/// <summary>A few lines of variables must not become more text than fits into memory.</summary>
public sealed class ExpandedLengthTests
{
    [Theory]
    [InlineData("@v0 =")]
    [InlineData("@v0 = x")]
    [InlineData("@other = x")]
    [InlineData("@v0 = {{$guid}}")]
    public void Variables_that_name_each_other_many_times_are_refused(string leaf)
    {
        var lines = Enumerable.Range(1, 9).Select(i => $"@v{i} = {Times($"{{{{v{i - 1}}}}}")}");

        Problems("a.http", $"{leaf}\n{string.Join('\n', lines)}\nGET http://h/{{{{v9}}}}\n").ShouldContain("longer than");
    }

    [Fact]
    public void So_are_those_of_a_session()
    {
        var lines = Enumerable.Range(1, 9).Select(i => $"@v{i}={Times($"{{{{v{i - 1}}}}}")}");

        Problems("a.websurge", $"@v0=\n{string.Join('\n', lines)}\nGET http://h/{{{{v9}}}} HTTP/1.1\n").ShouldContain("longer than");
    }

    [Fact]
    public void A_long_value_in_many_places_is_refused()
    {
        var uses = string.Join('\n', Enumerable.Repeat("{{v}}", 10_000));

        Problems("a.http", $"@v = {new string('x', 500_000)}\nPOST http://h/\n\n{uses}\n").ShouldContain("this file is far too long");
    }

    [Fact]
    public void A_chain_of_many_variables_is_refused_and_no_end_of_the_process()
    {
        var lines = Enumerable.Range(0, 100_000).Select(i => $"@v{i} = {{{{v{i + 1}}}}}");

        Problems("a.http", $"{string.Join('\n', lines)}\n@v100000 = x\nGET http://h/{{{{v0}}}}\n").ShouldContain("more than 100 variables refer to one another in a chain");
    }

    [Fact]
    public void A_body_of_many_lines_is_read_in_time_that_grows_with_it()
    {
        var body = string.Join('\n', Enumerable.Repeat(new string('x', 90), 100_000)); // as a text joined line by line, 450 GB would be copied

        Problems("a.http", $"POST http://h/\n\n{body}\n").ShouldBeEmpty();
    }

    private static string Times(string slot) => string.Concat(Enumerable.Repeat(slot, 10));

    private static string Problems(string name, string text)
    {
        var problems = new ProblemList();
        RequestSetReader.ReadBytes(name, Encoding.UTF8.GetBytes(text), new LoadRequest { Target = name }, [], problems);
        try
        {
            problems.ThrowIfAny();
            return "";
        }
        catch (UserFault wrong)
        {
            return wrong.Message;
        }
    }
}
