//   dyno run .        builds and runs it, reports, keeps the result for `dyno history`
//   dotnet run        the same without the tool
using Dyno.Scenarios;

using var client = new HttpClient();

// What one user does, again and again. A status outside 200 to 299 counts as failed; a failed step ends the iteration.
var visit = Scenario.Create("visit", async context =>
    {
        await Step.Run("home", context, () => Http.Send(client, Http.CreateRequest("GET", "http://localhost:5000/")));

        return await Step.Run("home again", context, () => Http.Send(client, Http.CreateRequest("GET", "http://localhost:5000/")));
    })
    .WithWarmUpDuration(TimeSpan.FromSeconds(5))
    // How iterations arrive: a ramp to 100 starts a second, then 30 seconds of them, at equal distances.
    .WithLoadSimulations(
        Simulation.RampingInject(rate: 100, interval: TimeSpan.FromSeconds(1), during: TimeSpan.FromSeconds(10)),
        Simulation.Inject(rate: 100, interval: TimeSpan.FromSeconds(1), during: TimeSpan.FromSeconds(30)))
    // What must hold; otherwise the exit code is 99.
    .WithThresholds(Threshold.Create("p99 < 200ms"), Threshold.Create("errors == 0"));

DynoRunner.RegisterScenarios(visit).WithReportFormats(ReportFormat.Md, ReportFormat.Html).Run(args);
