#:package Dyno.Scenarios@DYNO_VERSION
#:property PublishAot=false

//   dyno run load.cs         builds and runs it, reports, keeps the result for `dyno history`
//   dotnet run load.cs       the same without the tool
using Dyno.Scenarios;

using var client = new HttpClient();

// What one user does, again and again. A status outside 200 to 299 counts as failed.
var load = Scenario.Create("one request", async context =>
        await Http.Send(client, Http.CreateRequest("GET", "http://localhost:5000/").WithHeader("Accept", "application/json")))
    .WithWarmUpDuration(TimeSpan.FromSeconds(5))
    // How iterations arrive: 100 starts a second at equal distances, each timed from the moment at which it was due.
    .WithLoadSimulations(Simulation.Inject(rate: 100, interval: TimeSpan.FromSeconds(1), during: TimeSpan.FromSeconds(30)))
    // What must hold; otherwise the exit code is 99.
    .WithThresholds(Threshold.Create("p99 < 200ms"), Threshold.Create("errors == 0"));

DynoRunner.RegisterScenarios(load).Run(args);
