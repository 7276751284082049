using System.Text;

namespace Dyno.Reporting.Tests;

/// <summary>Ten minutes at 50,000 answers a second, with a histogram of all answers in each second.</summary>
public sealed class LargeRunTests
{
    private static readonly RunResult Large = LargeRun.Of(SampleRuns.Open(), seconds: 600);

    [Fact]
    public void Holds_every_second_and_every_answer()
    {
        Large.Measured.Series.Length.ShouldBe(600);
        Large.Measured.Latency.Response.Count.ShouldBe(30_000_000);
    }

    [Fact]
    public void Leaves_a_result_of_3_MB_at_most() => BytesOf(Large with { Server = null }).ShouldBeLessThanOrEqualTo(3_000_000);

    [Fact]
    public void Leaves_no_more_with_all_that_can_be_observed_of_a_server_each_second()
    {
        Large.Server!.Runtime!.Series.Length.ShouldBe(600);
        BytesOf(Large).ShouldBeLessThanOrEqualTo(3_000_000);
    }

    [Fact]
    public void Makes_a_page_of_4_MB_at_most() =>
        Encoding.UTF8.GetByteCount(RunExporters.For("html").Export(Large, new ReportStyle(100, HasColour: false))).ShouldBeLessThanOrEqualTo(4_000_000);

    private static int BytesOf(RunResult run) => Encoding.UTF8.GetByteCount(RunResultJson.Write(run));
}
