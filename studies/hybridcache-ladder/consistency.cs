#:project ../../src/Dyno.Scenarios/Dyno.Scenarios.csproj
#:property TargetFramework=net10.0
#:property PublishAot=false

// The consistency test of this study in C#: a step changes a book on one instance and reads it on the other.
//
//   dyno run studies/hybridcache-ladder/consistency.cs --subject studies/hybridcache-ladder/Bookstore --instances 2
using System.Globalization;
using System.Net.Http.Json;
using Dyno.Scenarios;

const string Book = "/api/books/236cf9dd-7664-480e-b7f4-99f4e3790d71";

await using var bookstore = await LoadTarget.StartAsync(Path.Combine(Folder(), "Bookstore"), readyPath: "/health", instances: 2);
var client = new HttpClient();

var scenario = Scenario.Create("change here and read there", async context =>
    {
        var title = string.Create(CultureInfo.InvariantCulture, $"Title {context.InvocationNumber}");
        var change = await client.PutAsJsonAsync(new Uri(bookstore.Instances[0], Book), new { title, year = 2001, authorId = "a0000000-0000-4000-8000-000000000001" });
        if (!change.IsSuccessStatusCode) return Response.Fail(statusCode: $"{(int)change.StatusCode}", message: "the change was not acknowledged");
        var answer = await client.GetStringAsync(new Uri(bookstore.Instances[^1], Book));
        return answer.Contains(title, StringComparison.Ordinal) ? Response.Ok(statusCode: "fresh") : Response.Fail(statusCode: "stale", message: answer);
    })
    .WithLoadSimulations(Simulation.KeepConstant(copies: 1, during: TimeSpan.FromSeconds(5)));

DynoRunner.RegisterScenarios(scenario).WithTarget(bookstore).Run(args);

static string Folder([System.Runtime.CompilerServices.CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;
