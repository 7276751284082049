namespace Dyno.Observation.Tests;

public sealed class KeyedTextTests
{
    private const string Status = "Name:\tHello\nVmHWM:\t  123456 kB\nThreads:\t17\nCpus_allowed_list:\t0-1,4\nEmpty:\n";

    [Fact]
    public void Finds_values_numbers_and_sizes()
    {
        KeyedText.Find(Status, "Cpus_allowed_list").ShouldBe("0-1,4");
        KeyedText.FindNumber(Status, "Threads").ShouldBe(17);
        KeyedText.FindKilobytes(Status, "VmHWM").ShouldBe(123456L * 1024);
        KeyedText.Find("A=1\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n", "PRETTY_NAME", '=').ShouldBe("Debian GNU/Linux 12 (bookworm)");
    }

    [Fact]
    public void What_is_not_there_is_null()
    {
        KeyedText.Find(Status, "VmRSS").ShouldBeNull();
        KeyedText.Find(Status, "hreads").ShouldBeNull();
        KeyedText.Find(null, "Threads").ShouldBeNull();
        KeyedText.FindNumber(Status, "Name").ShouldBeNull();
        KeyedText.FindNumber(Status, "Empty").ShouldBeNull();
        KeyedText.FindKilobytes(Status, "VmRSS").ShouldBeNull();
    }
}
