using Dyno.Observation;

namespace Dyno.Cli.EndToEnd.Tests;

public sealed class DoctorReportTests
{
    private static readonly MachineFinding[] Findings =
    [
        Finding("load-average", CheckState.Ok, "load average 0.3 on 4 CPUs", "it tells what the machine did in the last minute", ""),
        Finding("governor", CheckState.Warn, "the CPU frequency governor is powersave",
            "a governor that saves power changes the clock with the load: a fast server at a low rate looks slow, and two runs differ",
            "sudo cpupower frequency-set -g performance"),
        Finding("time-wait", CheckState.Void, "27,000 connections in TIME_WAIT, 96 % of the ports",
            "a closed connection keeps its port for a minute; when none is left, requests fail on the generator",
            "wait a minute; keep connections open between requests (no --no-keepalive)"),
    ];

    [Fact]
    public void Shows_the_worst_first_with_why_and_how_to_mend_it()
    {
        var text = DoctorReport.Render(Findings, 80, hasColour: false);

        foreach (var line in text.Split('\n')) line.Length.ShouldBeLessThanOrEqualTo(80, line);
        Approval.Verify(text, "doctor");
    }

    [Fact]
    public void Says_what_to_look_at_where_it_can_see_nothing() =>
        DoctorReport.Render([], 80, hasColour: false).ShouldContain("Check these yourself: other programs, power plan, antivirus, Docker");

    private static MachineFinding Finding(string check, CheckState state, string seen, string why, string fix) =>
        new() { Check = check, State = state, Seen = seen, Why = why, Fix = fix };
}
