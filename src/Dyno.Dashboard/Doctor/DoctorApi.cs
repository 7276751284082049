using Dyno.Observation;

namespace Dyno.Dashboard;

/// <summary>Whether this machine is fit for a measurement.</summary>
internal static class DoctorApi
{
    private static readonly TimeSpan Between = TimeSpan.FromSeconds(1);

    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet("/api/doctor", async (CancellationToken cancellation) =>
                (await new MachineCheckup().LookAsync(Between, cancellation)).OrderByDescending(finding => finding.State).Select(MachineFindingView.Of))
            .WithTags("Doctor").WithSummary("The checks of this machine, the worst first").WithName("checkMachine");
}

/// <summary>One check of the machine.</summary>
/// <param name="State"><c>ok</c>, <c>warn</c> or <c>void</c>.</param>
/// <param name="Why">Why it matters to a measurement.</param>
/// <param name="Fix">How to correct it; empty when there is nothing to correct.</param>
internal sealed record MachineFindingView(string Check, string State, string Seen, string Why, string Fix)
{
    public static MachineFindingView Of(MachineFinding finding) => new(finding.Check,
        finding.State switch { CheckState.Ok => "ok", CheckState.Warn => "warn", _ => "void" }, finding.Seen, finding.Why, finding.Fix);
}
