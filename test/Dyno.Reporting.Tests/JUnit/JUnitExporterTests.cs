using System.Xml.Linq;

namespace Dyno.Reporting.Tests;

public sealed class JUnitExporterTests
{
    [Fact]
    public void Makes_a_test_of_each_threshold_and_of_the_health() => Approval.Verify(Of(SampleRuns.Void()), "void");

    [Fact]
    public void Counts_what_failed()
    {
        var suites = XDocument.Parse(Of(SampleRuns.Errors())).Root!;

        suites.Attribute("tests")!.Value.ShouldBe("4");
        suites.Attribute("failures")!.Value.ShouldBe("2");
        suites.Descendants("failure").Select(f => f.Parent!.Attribute("name")!.Value).ShouldBe(["the run completed", "status == 200"]);
    }

    [Fact]
    public void A_run_that_failed_came_to_its_end_all_the_same()
    {
        var failed = SampleRuns.Closed() with { Outcome = RunOutcome.Failed, OutcomeReason = "test marked as failed: stock was negative" };
        var test = XDocument.Parse(Of(failed)).Descendants("failure").ShouldHaveSingleItem();

        test.Parent!.Attribute("name")!.Value.ShouldBe("the run did not fail");
        test.Attribute("message")!.Value.ShouldBe("test marked as failed: stock was negative");
    }

    [Fact]
    public void Is_well_formed_whatever_a_result_holds()
    {
        var hostile = HostileRun.Of(SampleRuns.Errors());
        var check = new CheckResult { Name = "half a pair \uD800, \u0000, \uFFFE and \U0001F600", Passes = 1, Fails = 0 };

        var suites = XDocument.Parse(Of(hostile with { Measured = hostile.Measured with { Checks = [check] } }));

        suites.Descendants("testcase").Select(test => test.Attribute("name")!.Value).ShouldContain("half a pair \uFFFD, \uFFFD, \uFFFD and \U0001F600");
    }

    private static string Of(RunResult run) => RunExporters.For("junit").Export(run, new ReportStyle(100, HasColour: false));
}
