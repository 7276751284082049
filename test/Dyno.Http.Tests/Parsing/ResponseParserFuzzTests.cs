namespace Dyno.Http.Tests;

public class ResponseParserFuzzTests
{
    private const int Inputs = 100_000;

    [Fact]
    public void Malformed_streams_never_break_the_parser_and_no_split_changes_its_verdict()
    {
        var (complete, failed) = (0, 0);
        FuzzRounds.Run(Inputs, 20261121, random => ("answer.bin", MalformedHeads.Create(random)), (_, bytes) =>
        {
            var whole = ParsedResponse.Of(bytes, [], thenClose: true);
            whole.End.ShouldBeOneOf(ParseEvent.Complete, ParseEvent.Failed);
            whole.Consumed.ShouldBeLessThanOrEqualTo(bytes.Length);
            var random = new Random(bytes.Length);
            var cuts = Enumerable.Range(0, bytes.Length).Where(_ => random.Next(8) == 0).ToArray();
            var split = ParsedResponse.Of(bytes, cuts, thenClose: true);
            if (split.End != whole.End || (whole.End == ParseEvent.Complete && split != whole))
                Assert.Fail($"{Convert.ToHexString(bytes)} gave {whole}, split at {string.Join(",", cuts)} it gave {split}");
            if (whole.End == ParseEvent.Complete) complete++;
            else failed++;
        });
        // The mutations must hit both sides, or this proves little.
        complete.ShouldBeGreaterThan((complete + failed) / 100);
        failed.ShouldBeGreaterThan((complete + failed) / 2);
    }
}
