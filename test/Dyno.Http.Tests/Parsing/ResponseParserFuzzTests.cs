using Dyno.Http.Parsing;

namespace Dyno.Http.Tests.Parsing;

public class ResponseParserFuzzTests
{
    private const int Inputs = 100_000;

    [Fact]
    public void Malformed_streams_never_break_the_parser_and_no_split_changes_its_verdict()
    {
        var random = new Random(20261121);
        var (complete, failed) = (0, 0);
        for (var i = 0; i < Inputs; i++)
        {
            var bytes = MalformedHeads.Create(random);
            var whole = ParsedResponse.Of(bytes, [], thenClose: true);
            whole.End.ShouldBeOneOf(ParseEvent.Complete, ParseEvent.Failed);
            whole.Consumed.ShouldBeLessThanOrEqualTo(bytes.Length);
            var cuts = Enumerable.Range(0, bytes.Length).Where(_ => random.Next(8) == 0).ToArray();
            var split = ParsedResponse.Of(bytes, cuts, thenClose: true);
            if (split.End != whole.End || (whole.End == ParseEvent.Complete && split != whole))
                Assert.Fail($"input {i}: {Convert.ToHexString(bytes)} gave {whole}, split at {string.Join(",", cuts)} it gave {split}");
            if (whole.End == ParseEvent.Complete) complete++;
            else failed++;
        }
        // The mutations must hit both sides, or this proves little.
        complete.ShouldBeGreaterThan(Inputs / 100);
        failed.ShouldBeGreaterThan(Inputs / 2);
    }
}
