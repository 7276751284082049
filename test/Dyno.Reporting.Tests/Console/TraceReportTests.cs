namespace Dyno.Reporting.Tests;

public sealed class TraceReportTests
{
    private const string Id = "0af7651916cd43dd8448eb211c80319c";
    private const string Url = "http://localhost:16686/trace/" + Id;

    [Fact]
    public void The_console_names_the_slowest_and_the_failed_requests_with_the_way_to_their_traces()
    {
        var lines = ConsoleReport.Render(Run(Request(Url)), new ReportStyle(160, HasColour: false) { Layout = ReportLayout.Full }).Split('\n');

        lines.ShouldContain($"Slowest     2.58 ms  200  GET /hello  {Url}");
        lines.ShouldContain($"Failed      2.58 ms  503  GET /hello  {Url} (not recorded)");
    }

    [Fact]
    public void Without_a_viewer_the_console_names_the_ids() =>
        ConsoleReport.Render(Run(Request(null)), new ReportStyle(160, HasColour: false) { Layout = ReportLayout.Full }).ShouldContain($"GET /hello  trace {Id}");

    [Fact]
    public void On_a_small_screen_they_take_little_room()
    {
        var report = ConsoleReport.Render(Run(Request(Url)), new ReportStyle(100, HasColour: false));

        report.ShouldContain(Id);
        report.TrimEnd().Split('\n').Length.ShouldBeLessThanOrEqualTo(24);
    }

    [Fact]
    public void The_page_leads_to_the_viewer() => Html(Url).ShouldContain($"<a rel=\"noreferrer\" href=\"{Url}\">{Id}</a>");

    [Theory]
    [InlineData("javascript:alert(1)")]
    [InlineData("data:text/html,x")]
    [InlineData("file:///etc/passwd")]
    [InlineData("/relative")]
    public void A_result_from_elsewhere_leads_nowhere_but_to_the_web(string url)
    {
        Html(url).ShouldContain(Id);
        Html(url).ShouldNotContain("href=\"" + url);
    }

    private static string Html(string url) => RunExporters.All.First(e => e.Format == "html").Export(Run(Request(url)), new ReportStyle(100, HasColour: false));

    private static RunResult Run(TracedRequest request)
    {
        var run = SampleRuns.Closed();
        return run with
        {
            Measured = run.Measured with
            {
                Traces = new TraceResult { Sampled = 640, Slowest = [request], Failed = [request with { Status = 503, Error = "status", Sampled = false }] },
            },
        };
    }

    private static TracedRequest Request(string? url) => new()
    {
        TraceId = Id,
        Sampled = true,
        Url = url,
        Scenario = "default",
        Name = "GET /hello",
        Seconds = 7.25,
        ResponseNanos = 2_576_007,
        ServiceNanos = 2_401_000,
        Status = 200,
    };
}
