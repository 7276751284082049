namespace Dyno.Subjects.Tests;

public sealed class ProcessOutputTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dyno-output-");

    [Fact]
    public void The_last_lines_come_oldest_first_without_blank_ones() => Tail("one\r\ntwo\n\nthree\n", 2).ShouldBe(["two", "three"]);

    [Fact]
    public void Of_a_long_file_only_whole_lines_of_its_end_are_read()
    {
        var lines = Enumerable.Range(0, 20_000).Select(number => $"line {number}").ToList();

        var tail = Tail(string.Join('\n', lines), 100_000);

        tail.Length.ShouldBeInRange(4_000, 8_000);
        tail.ShouldBe(lines.TakeLast(tail.Length));
    }

    [Fact]
    public void A_line_without_end_is_shortened() => Tail(new string('x', 5_000), 1).ShouldHaveSingleItem().Length.ShouldBe(2_001);

    [Fact]
    public void Nothing_in_it_moves_a_terminals_cursor() => Tail("\u001b[31mred\u001b[0m\a\tend\n", 1).ShouldBe(["[31mred[0m\tend"]);

    [Fact]
    public void Bytes_that_are_no_text_do_no_harm()
    {
        var file = Path.Combine(_root.FullName, "bytes");
        File.WriteAllBytes(file, [0xFF, 0xFE, 0x80, (byte)'\n', (byte)'a']);

        new ProcessOutput(file).Tail(10).ShouldContain("a");
    }

    public void Dispose() => _root.Delete(recursive: true);

    private System.Collections.Immutable.ImmutableArray<string> Tail(string text, int lines)
    {
        var file = Path.Combine(_root.FullName, "output");
        File.WriteAllText(file, text);
        return new ProcessOutput(file).Tail(lines);
    }
}
