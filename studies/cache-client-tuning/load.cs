#:project ../../src/Dyno.Scenarios/Dyno.Scenarios.csproj
#:project CacheClient/CacheClient.csproj
#:property TargetFramework=net10.0
#:property PublishAot=false

// Callers of the tuned cache client. Each caller sets a value and gets it, like the article's generator, and waits for both answers.
//
//   dyno run studies/cache-client-tuning/load.cs --subject studies/cache-client-tuning/CacheService
//   dyno run studies/cache-client-tuning/load.cs --subject … -- callers=5000 client=fixed:50 channels=1 seconds=10 warmup=4
//   dyno run studies/cache-client-tuning/load.cs --subject … -- rate=20000 client=auto
//   dyno tune studies/cache-client-tuning/experiment.yaml          # sets CALLERS in the environment, as is possible for every setting
//
// deadline=1000 is the longest time for a call. burst=2000 makes all callers start together every so often. Both are in milliseconds.
// client is auto, none, laptop, default, lowlatency, fixed:N, aimd, vegas or gradient2.
using System.Globalization;
using System.Text;
using Dyno.Caching;
using Dyno.Caching.Limits;
using Dyno.Scenarios;

var settings = args.Where(word => word.Contains('=')).Select(word => word.Split('=', 2)).ToDictionary(pair => pair[0], pair => pair[1]);
await using var service = await LoadTarget.StartAsync(Path.Combine(Folder(), "CacheService"));
await using var client = await CacheClient.CreateAsync(Client(new Uri(service.BaseUrl)));
var burst = Number("burst", 0);
var value = new byte[Number("bytes", 100)];

var calls = Scenario.Create("calls", async context =>
    {
        var key = Encoding.UTF8.GetBytes($"caller{context.ScenarioInfo.InstanceNumber}");
        var set = await Step.Run("set", context, async () => await client.SetAsync("default", key, value) switch
        {
            SetResult.Error error => Response.Fail(statusCode: error.Reason.Code.ToString(), message: error.Reason.Message),
            _ => Response.Ok(sizeBytes: value.Length),
        });
        if (set.IsError) return set;
        var got = await Step.Run("get", context, async () => await client.GetAsync("default", key) switch
        {
            GetResult.Hit hit => Response.Ok(sizeBytes: hit.Value.Length),
            GetResult.Miss => Response.Fail(statusCode: "miss"),
            GetResult.Error error => Response.Fail(statusCode: error.Reason.Code.ToString(), message: error.Reason.Message),
            _ => Response.Fail(),
        });
        if (burst > 0) await Task.Delay(TimeSpan.FromMilliseconds(burst - Environment.TickCount64 % burst));
        return got;
    })
    .WithWarmUpDuration(TimeSpan.FromSeconds(Number("warmup", 4)))
    .WithMaxFailCount(int.MaxValue)
    .WithMaxConcurrentIterations(20_000)
    .WithLoadSimulations(Setting("rate") is not null
        ? Simulation.Inject(Number("rate", 1000) / 2, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(Number("seconds", 10)))
        : Simulation.KeepConstant(Number("callers", 50), TimeSpan.FromSeconds(Number("seconds", 10))));

DynoRunner.RegisterScenarios(calls).WithTarget(service).Run(args.Where(word => !word.Contains('=')).ToArray());
Console.WriteLine($"calls in flight at the end of the run: {client.Gate?.Limit.ToString(CultureInfo.InvariantCulture) ?? "as many as came"}");

int Number(string name, int otherwise) => Setting(name) is { } text ? int.Parse(text, CultureInfo.InvariantCulture) : otherwise;

string? Setting(string name) => settings.GetValueOrDefault(name) ?? Environment.GetEnvironmentVariable(name.Replace('-', '_').ToUpperInvariant());

CacheClientOptions Client(Uri address)
{
    var range = new LimitRange(20, 1, 5_000);
    var options = (Setting("client") ?? "auto").Split(':') switch
    {
        ["auto"] => Presets.Auto(address),
        ["none"] => Presets.Unlimited(address),
        ["laptop"] => Presets.Laptop(address),
        ["default"] => Presets.InRegion.Default(address),
        ["lowlatency"] => Presets.InRegion.LowLatency(address),
        ["fixed", var calls] => Presets.Laptop(address) with { Limit = _ => new FixedLimit(int.Parse(calls, CultureInfo.InvariantCulture)) },
        ["aimd"] => Presets.Laptop(address) with { Limit = _ => new AimdLimit(range, TimeSpan.FromMilliseconds(100)) },
        ["vegas"] => Presets.Laptop(address) with { Limit = _ => new VegasLimit(range, new Random(1)) },
        ["gradient2"] => Presets.Laptop(address) with { Limit = _ => new Gradient2Limit(range) },
        var other => throw new ArgumentException(
            $"client={string.Join(':', other)}: write auto, none, laptop, default, lowlatency, fixed:N, aimd, vegas or gradient2"),
    };
    return options with
    {
        Channels = Number("channels", 1),
        MoreConnections = Number("more-connections", 1) == 1,
        Deadline = Number("deadline", 0) is > 0 and var milliseconds ? TimeSpan.FromMilliseconds(milliseconds) : options.Deadline,
    };
}

static string Folder([System.Runtime.CompilerServices.CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;
