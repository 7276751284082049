namespace Dyno.Http.Tests;

/// <summary>Mixes by weight, and checks that are about single requests: the same on every driver.</summary>
public class DriverMixTests
{
    public static TheoryData<DriverChoice> Drivers => [.. DriversUnderTest.Http11.Select(row => row.Data).Append(DriverChoice.HttpClient).Distinct()];

    [Theory, MemberData(nameof(Drivers))]
    public void An_iteration_of_a_mix_is_one_request_drawn_by_weight(DriverChoice driver)
    {
        using var server = new QuietServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"u8);
        var run = DriverRun.To(server.Url, "a", "b", "c") with { Driver = driver, Options = new HttpOptions { Weights = [1, 3, 6] } };
        var seen = run.Iterate(4, 4000);

        var counts = new long[3];
        for (var i = 0; i < 3; i++) counts[i] = seen.Recorder.Steps[i].Statuses[200];
        counts.Sum().ShouldBe(4000);
        seen.Recorder.Iterations.ShouldBe(4000);
        // Five standard deviations around 400, 1,200 and 2,400.
        counts[0].ShouldBeInRange(300, 500);
        counts[1].ShouldBeInRange(1050, 1350);
        counts[2].ShouldBeInRange(2240, 2560);
    }

    [Theory, MemberData(nameof(Drivers))]
    public void A_check_of_one_request_is_only_about_its_answers(DriverChoice driver)
    {
        using var server = new QuietServer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"u8);
        var plain = DriverRun.To(server.Url, "a", "b", "c");
        var (ok, never, body) = (Status(200), Status(500), new ResponseCheck("body contains h", CheckSubject.Body, "", CheckOperator.Contains, 0, "h"));
        var run = plain with
        {
            Driver = driver,
            Options = new HttpOptions { Checks = [body] },
            Requests = [plain.Requests[0] with { Checks = [ok] }, plain.Requests[1] with { Checks = [ok] }, plain.Requests[2] with { Checks = [never] }],
        };
        var seen = run.Iterate(2, 10);

        seen.Workload.Checks.ShouldBe(["body contains h", "status == 200 (2 of 3 requests)", "GET /c: status == 500"]);
        seen.Recorder.CheckPasses.ToArray().ShouldBe([30, 20, 0]);
        seen.Recorder.CheckFails.ToArray().ShouldBe([0, 0, 10]);
    }

    [Fact]
    public void Weights_that_do_not_fit_are_refused() =>
        Should.Throw<UserFault>(() => HttpWorkload.Create(
            DriverRun.To(new Uri("http://localhost/"), "a", "b").Requests, new HttpOptions { Weights = ImmutableArray.Create(1) })).Message.ShouldContain("weights");

    private static ResponseCheck Status(int status) => new($"status == {status}", CheckSubject.Status, "", CheckOperator.Equal, status, "");
}
