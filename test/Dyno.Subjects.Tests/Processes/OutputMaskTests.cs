namespace Dyno.Subjects.Tests;

/// <summary>What a program wrote is kept without its secrets.</summary>
public sealed class OutputMaskTests : IDisposable
{
    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("dyno-mask-");

    public void Dispose() => _root.Delete(recursive: true);

    [Fact]
    public void Values_of_secret_variables_and_what_looks_like_a_secret_are_replaced()
    {
        var secrets = new SubjectSecrets([new("Api__Token", "sesame-opens"), new("Plain", "stays"), new("SIGNING_KEY", "-----BEGIN\r\nMIIEvQ+first\r\nline+two\r\n")]);

        Masked("token is sesame-opens\nplain stays\nkey:\n-----BEGIN\nMIIEvQ+first\nline+two\nHost=db;Password=swordfish;Port=1\n", secrets.Mask)
            .ShouldBe("token is ***\nplain stays\nkey:\n***\n***\n***\nHost=db;Password=***;Port=1\n");
    }

    [Theory]
    [InlineData("")]
    [InlineData("no newline at the end")]
    [InlineData("two\r\nlines\r\n")]
    public void What_has_no_secret_stays_as_it_was(string text) => Masked(text, static line => line).ShouldBe(text);

    [Fact]
    public void Only_its_owner_may_read_the_masked_file()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "there are no such modes");
        Masked("secret", static _ => "***").ShouldBe("***\n");
        if (!OperatingSystem.IsWindows()) File.GetUnixFileMode(Output).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite);
        _root.GetFiles().Length.ShouldBe(1);
    }

    [Fact]
    public void Of_a_huge_file_beginning_and_end_stay_masked()
    {
        using (var writer = new StreamWriter(Output))
        {
            writer.WriteLine("first secret");
            for (var line = 0; line < 200_000; line++) writer.WriteLine($"{line:000000} {new string('x', 92)}");
            writer.WriteLine("last secret");
        }
        var before = new FileInfo(Output).Length;
        before.ShouldBeGreaterThan(OutputMask.MostBytes);

        OutputMask.Apply(Output, line => line.Replace("secret", "***", StringComparison.Ordinal));

        var lines = File.ReadAllLines(Output);
        (lines[0], lines[^1]).ShouldBe(("first ***", "last ***"));
        lines.ShouldContain($"[{before - OutputMask.MostBytes} bytes left out]");
        new FileInfo(Output).Length.ShouldBeInRange(OutputMask.MostBytes, OutputMask.MostBytes + 100);
    }

    [Fact]
    public void A_file_that_was_taken_away_does_not_come_back()
    {
        OutputMask.Apply(Output, static line => line);
        _root.GetFiles().ShouldBeEmpty();
    }

    private string Output => Path.Combine(_root.FullName, "output.log");

    private string Masked(string text, Func<string, string> mask)
    {
        File.WriteAllText(Output, text);
        OutputMask.Apply(Output, mask);
        return File.ReadAllText(Output);
    }
}
