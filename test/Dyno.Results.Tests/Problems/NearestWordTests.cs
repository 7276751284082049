namespace Dyno.Results.Tests;

public sealed class NearestWordTests
{
    private static readonly string[] Words = ["LastThreads", "WarmupSeconds", "GET"];

    [Theory]
    [InlineData("LastThread", "LastThreads")]
    [InlineData("lastthraeds", "LastThreads")]
    [InlineData("WarmUpSecond", "WarmupSeconds")]
    [InlineData("GTE", "GET")]
    [InlineData("warmupSec", "WarmupSeconds")]
    [InlineData("Last", null)]
    [InlineData("Something", null)]
    [InlineData("", null)]
    public void Finds_what_was_probably_meant(string word, string? meant) => NearestWord.Find(word, Words).ShouldBe(meant);
}
