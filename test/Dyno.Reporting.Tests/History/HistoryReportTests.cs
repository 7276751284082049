namespace Dyno.Reporting.Tests;

public sealed class HistoryReportTests
{
    private static readonly RunDigest Url = new()
    {
        Id = "20261121-104233-k3f9",
        StartedAt = new DateTimeOffset(2026, 11, 21, 10, 42, 33, TimeSpan.Zero),
        Name = "localhost:5000/hello",
        Target = "http://localhost:5000/hello",
        Outcome = RunOutcome.Completed,
        RequestsPerSecond = 43_865.2,
        Requests = 438_652,
        FailedRequests = 0,
        P50Nanos = 1_120_000,
        P99Nanos = 5_870_000,
        P99IsReliable = true,
        Health = HealthState.Healthy,
        Tags = ["baseline", "release/1.4"],
        Figures = Rate(43_865.2),
    };

    private static readonly RunDigest[] Runs =
    [
        Url,
        Url with
        {
            Id = "20261120-090000-2222", Name = "orders, before the cache", Target = "studies/orders/orders.websurge on studies/orders/Orders",
            RequestsPerSecond = 11.46, Figures = Rate(11.46), P99Nanos = 3_980_000_000, P99IsReliable = false, Health = HealthState.Strained,
            Outcome = RunOutcome.Interrupted, Tags = [],
        },
        Url with { Id = "20261119-090000-3333", P99Nanos = null, Health = HealthState.Void, RequestsPerSecond = 0, Figures = Rate(0), Tags = [] },
    ];

    [Theory]
    [InlineData(160)]
    [InlineData(100)]
    public void A_run_is_one_line_that_fits_the_screen(int width)
    {
        var text = HistoryReport.Render(Runs, TimeZoneInfo.Utc, new ReportStyle(width, HasColour: false));

        text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length.ShouldBe(4);
        Approval.Verify(text, $"history-{width}");
    }

    [Fact]
    public void The_folder_of_a_program_is_cut_before_the_route_that_was_loaded() =>
        HistoryReport.Render([Url with { Name = "/orders/{id}/lines", Target = "/orders/{id}/lines on src/Company/Shop/Shop.Api" }], TimeZoneInfo.Utc,
            new ReportStyle(125, HasColour: false)).ShouldContain("/orders/{id}/lines on …");

    [Fact]
    public void A_name_that_the_target_says_already_is_left_out()
    {
        var subject = Url with { Name = "127.0.0.1:40771/orders", Target = "/orders on src/Api" };

        var text = HistoryReport.Render([subject], TimeZoneInfo.Utc, new ReportStyle(140, HasColour: false));

        text.ShouldContain("/orders on src/Api");
        text.ShouldNotContain("40771");
    }

    [Fact]
    public void Requests_that_were_sent_twice_have_a_column_where_a_run_has_some()
    {
        var style = new ReportStyle(160, HasColour: false);

        HistoryReport.Render([Url, Url with { Resends = 0 }], TimeZoneInfo.Utc, style).ShouldNotContain("resends");

        var lines = HistoryReport.Render([Url, Url with { Resends = 1_234 }], TimeZoneInfo.Utc, style).Split('\n');
        lines[0].ShouldMatch(@"health +resends +tags$");
        lines[1].ShouldMatch(@"healthy +baseline, release/1\.4$");
        lines[2].ShouldMatch(@"healthy +1,234 +baseline, release/1\.4$");
    }

    [Fact]
    public void The_time_is_the_readers()
    {
        var zone = TimeZoneInfo.CreateCustomTimeZone("test", TimeSpan.FromHours(-11), "test", "test");

        HistoryReport.Render([Url], zone, new ReportStyle(120, HasColour: false)).ShouldContain("  2026-11-20 23:42  ");
    }

    private static ImmutableSortedDictionary<string, double> Rate(double rate) => ImmutableSortedDictionary<string, double>.Empty.Add("rate", rate);
}
