#:project ../../src/Dyno.Scenarios/Dyno.Scenarios.csproj
#:property TargetFramework=net10.0
#:property PublishAot=false

// The article's own load: 100 calls a second for 30 s with a random category, first on the
// asynchronous endpoint, then on the synchronous one. Only the using directive differs.
//
//   dyno run studies/async-vs-sync/load.cs
//   dyno run studies/async-vs-sync/load.cs -- --config short.json      other settings without a change to the code
using Dyno.Scenarios;

// Starts the Products API beside this file and watches its process. Under dyno run --subject, the target is the program that Dyno started.
await using var products = await LoadTarget.StartAsync(Path.Combine(Folder(), "Products"), readyPath: "/");

IDataFeed<string> apiParams = DataFeed.Random(new List<string> { "all", "boots", "equip", "kayak" });

var asyncScenario = Requests("ASYNC requests", "Product");
var syncScenario = Requests("SYNC requests", "SyncProduct");

// The scenarios run one after the other, as in the article. Side by side, one would take the other's threads.
var load = DynoRunner.RegisterScenarios(asyncScenario, syncScenario).WithTarget(products).WithReportFormats(ReportFormat.Md);
load.WithTargetScenarios("ASYNC requests").Run(args);
load.WithTargetScenarios("SYNC requests").Run(args);

ScenarioProps Requests(string name, string path)
{
    var httpClient = new HttpClient();
    return Scenario.Create(name, async context =>
        {
            var requestParameter = apiParams.GetNextItem(context.ScenarioInfo);

            var request = Http.CreateRequest("GET", $"{products.BaseUrl}/{path}?Category={requestParameter}");

            var clientArgs = new HttpClientArgs(
                httpCompletion: HttpCompletionOption.ResponseContentRead,
                cancellationToken: CancellationToken.None
            );

            return await Http.Send(httpClient, clientArgs, request);
        })
        .WithLoadSimulations(Simulation.Inject(rate: 100, interval: TimeSpan.FromSeconds(1), during: TimeSpan.FromSeconds(30)));
}

static string Folder([System.Runtime.CompilerServices.CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;
