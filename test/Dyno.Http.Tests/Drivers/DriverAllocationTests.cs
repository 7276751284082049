namespace Dyno.Http.Tests;

/// <summary>In the steady state a request allocates nothing, on whatever thread its work runs: counted over the whole process.</summary>
[Collection(nameof(Alone))]
public class DriverAllocationTests
{
    private const int Requests = 40_000;

    public static TheoryData<DriverChoice> Drivers => DriversUnderTest.Http11;

    [Theory, MemberData(nameof(Drivers))]
    public void A_request_allocates_nothing(DriverChoice driver) => AllocatesNothing(driver, plan => plan);

    // With pauses the portable driver receives asynchronously; without, it polls.
    [Theory, MemberData(nameof(Drivers))]
    public void A_request_after_a_pause_allocates_nothing(DriverChoice driver) =>
        AllocatesNothing(driver, plan => plan, new HttpOptions { Delay = TimeSpan.FromTicks(1) });

    [Theory, MemberData(nameof(Drivers))]
    public void A_request_with_values_made_anew_allocates_nothing(DriverChoice driver) => AllocatesNothing(driver, plan => plan with
    {
        Method = "POST",
        Url = new Uri(plan.Url, "items?at={{now}}"),
        Headers = [new("X-Request-Id", "{{id}}")],
        Body = "{ \"id\": \"{{id}}\", \"count\": {{n}} }"u8.ToArray(),
        Slots =
        [
            new("id", new GuidValue()), new("n", new RandomIntegerValue(0, 1000)), new("now", new DateTimeValue("R", TimeShift.None, false)),
        ],
    });

    [Theory, MemberData(nameof(Drivers))]
    public void A_request_that_begins_a_trace_allocates_nothing(DriverChoice driver) =>
        AllocatesNothing(driver, plan => plan, new HttpOptions { TraceShare = 0.5 });

    public static TheoryData<DriverChoice, FeedOrder> DriversAndOrders =>
    [
        .. from row in DriversUnderTest.Http11
           from order in Enum.GetValues<FeedOrder>()
           select new TheoryDataRow<DriverChoice, FeedOrder>(row.Data, order),
    ];

    [Theory, MemberData(nameof(DriversAndOrders))]
    public void A_request_with_a_row_of_data_in_url_header_and_body_allocates_nothing(DriverChoice driver, FeedOrder order) => AllocatesNothing(
        driver,
        plan => plan with
        {
            Method = "POST",
            Url = new Uri(plan.Url, "items/{{id}}?name={{name}}"),
            Headers = [new("X-Id", "{{id}}")],
            Body = "{ \"name\": \"{{name}}\" }"u8.ToArray(),
        },
        new HttpOptions { Feed = new DataFeed { Columns = ["id", "name"], Rows = [.. Enumerable.Range(0, 2 * Requests).Select(Row)], Order = order } });

    private static ImmutableArray<string> Row(int number) => [$"{number}", $"Zoë {number}"];

    private static void AllocatesNothing(DriverChoice driver, Func<HttpRequestPlan, HttpRequestPlan> change, HttpOptions? options = null)
    {
        using var server = new QuietServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"u8);
        long before = 0, after = 0;
        var run = new DriverRun
        {
            Requests = [change(DriverRun.Get(server.Url))],
            Driver = driver,
            Options = options ?? new HttpOptions(),
            AroundPhase = phase =>
            {
                if (phase == 2) before = GC.GetTotalAllocatedBytes(precise: true);
                if (phase == 3) after = GC.GetTotalAllocatedBytes(precise: true);
            },
        };
        var least = long.MaxValue;
        // Three tries, because the runtime itself allocates now and then; what a request allocates shows in each.
        for (var time = 0; time < 3 && least >= Requests; time++)
        {
            run.Run(DriverRun.Count(8, 1000), DriverRun.Count(8, Requests)).Good.ShouldBe(Requests);
            least = Math.Min(least, after - before);
        }
        // What is left is the phase's own (scheduler, queue growth), some kilobytes however many requests there are.
        least.ShouldBeLessThan(Requests);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void The_worker_says_how_long_it_waited(DriverChoice driver)
    {
        using var server = ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Wait(TimeSpan.FromMilliseconds(20)),
            ServerAction.Send(Answers.Hello), ServerAction.Repeat);
        var seen = (DriverRun.To(server.Url) with { Driver = driver }).Iterate(1, 20);
        seen.Activity.WaitedNanos.ShouldBeGreaterThan(0);
    }
}

/// <summary>Tests that measure the whole process run when no other test does.</summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
[System.Diagnostics.CodeAnalysis.SuppressMessage("Naming", "CA1711", Justification = "xunit's word")]
public class Alone;
