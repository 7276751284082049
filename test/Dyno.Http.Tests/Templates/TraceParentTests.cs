namespace Dyno.Http.Tests;

public class TraceParentTests
{
    [Theory]
    [InlineData(1, "01")]
    [InlineData(1e-12, "00")]
    public void The_value_has_the_form_of_the_standard_and_the_flag_of_its_share(double share, string flag)
    {
        var maker = new ValueMaker(new Random(7), TimeProvider.System);

        var text = Text(new TraceParentValue(share), maker);

        text.ShouldMatch("^00-[0-9a-f]{32}-[0-9a-f]{16}-" + flag + "$");
        maker.Trace.ToString().ShouldBe(text[3..35]);
        maker.Trace.IsSampled.ShouldBe(flag == "01");
    }

    [Fact]
    public void The_share_of_the_requests_asks_for_a_recording()
    {
        var maker = new ValueMaker(new Random(7), TimeProvider.System);
        var value = new TraceParentValue(0.1);

        Enumerable.Range(0, 20_000).Count(_ => Text(value, maker).EndsWith("-01", StringComparison.Ordinal)).ShouldBeInRange(1_700, 2_300); // 7 standard deviations
    }

    [Fact]
    public void Two_runs_with_the_same_seed_share_no_trace()
    {
        var (first, second) = (new ValueMaker(new Random(7), TimeProvider.System), new ValueMaker(new Random(7), TimeProvider.System));
        var value = new TraceParentValue(1);
        var ids = Enumerable.Range(0, 1_000).SelectMany(_ => new[] { Text(value, first)[3..52], Text(value, second)[3..52] }).ToList();

        ids.Distinct().Count().ShouldBe(2_000);
    }

    [Fact]
    public void Traces_do_not_change_the_other_values_of_a_seed()
    {
        var (with, without) = (new ValueMaker(new Random(7), TimeProvider.System), new ValueMaker(new Random(7), TimeProvider.System));
        Text(new TraceParentValue(0.5), with);

        Text(new GuidValue(), with).ShouldBe(Text(new GuidValue(), without));
    }

    [Fact]
    public void The_next_request_has_no_trace_of_the_one_before()
    {
        var maker = new ValueMaker(new Random(7), TimeProvider.System);
        Text(new TraceParentValue(1), maker);

        maker.BeginRequest();

        maker.Trace.IsNone.ShouldBeTrue();
    }

    private static string Text(GeneratedValue value, ValueMaker maker)
    {
        var room = new byte[value.MaxLength];
        return Encoding.ASCII.GetString(room.AsSpan(0, value.Write(maker, room)));
    }
}
