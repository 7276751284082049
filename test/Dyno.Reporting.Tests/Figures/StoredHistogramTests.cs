namespace Dyno.Reporting.Tests;

public sealed class StoredHistogramTests
{
    [Theory]
    [InlineData("no base64")]
    [InlineData("aGVsbG8=")]
    [InlineData("HISTFAAAABB42pNpmSzMwMDACAAGBQ==")]
    public void What_is_no_histogram_is_the_documents_fault_in_words(string packed)
    {
        var failure = Should.Throw<UserFault>(() => StoredHistogram.Read(packed));
        failure.Message.ShouldStartWith("the result holds a latency histogram that cannot be read: ");
        failure.Hint.ShouldNotBeEmpty();
    }

    [Fact]
    public void A_whole_one_is_read()
    {
        var histogram = new Histogram();
        histogram.Record(1_000_000);
        StoredHistogram.Read(HdrEncoding.EncodeBase64(histogram)).Count.ShouldBe(1);
    }
}
