namespace Dyno.Observation.Tests;

public sealed class ProcessStatTests
{
    // A line of Linux 6.1 for a .NET process, and one whose name is as awkward as the kernel allows.
    [Theory]
    [InlineData(
        "4242 (Hello) S 4241 4242 4242 0 -1 4194304 18973 812 3 0 1234 567 8 9 20 0 23 0 987654 274877906944 25600 18446744073709551615 1 1 0 0 0 0 0 4096 17642 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
        "Hello", 4241, 1801, 17, 23, 987654, 25600)]
    [InlineData("7 (a b) (c) 1) R 1 7 7 0 -1 0 0 0 0 0 5 6 0 0 20 0 1 0 42 0 3", "a b) (c) 1", 1, 11, 0, 1, 42, 3)]
    public void A_line_of_the_kernel_is_read(
        string line, string name, int parent, long cpu, long reaped, int threads, long start, long pages) =>
        ProcessStat.Parse(line).ShouldBe(new ProcessStat(name, parent, cpu, reaped, threads, start, pages));

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("1 (x) S 1 2")]
    [InlineData("no parentheses at all")]
    [InlineData(")(")]
    public void Anything_else_is_none(string? text) => ProcessStat.Parse(text).ShouldBeNull();

    [Fact]
    public void No_cut_off_line_makes_it_fail()
    {
        const string Line = "4242 (Hello) S 4241 4242 4242 0 -1 4194304 18973 812 3 0 1234 567 8 9 20 0 23 0 987654 274877906944 25600 1";
        for (var length = 0; length < Line.Length - 8; length++) ProcessStat.Parse(Line[..length])?.Name.ShouldBe("Hello");
    }
}
