using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Dyno.Observation.Tests;

/// <summary>The table of docs/subjects.md about the runtimes, checked against each of them: their packs come from NuGet.</summary>
[Trait("Length", "Long")]
public sealed class RuntimeTableTests : IDisposable
{
    private const string Counters = "figures from counters";
    private const string Durations = "durations of requests";
    private const string Collector = "collector of a program on two CPUs";
    private const string Threads = "`dotnet.thread_pool.thread.count` of meters, which Dyno does not read";
    private const string Meter = "meter";
    private const string Event = "event ";

    // Answers with what the table says of the runtime itself.
    private const string Program = """
        using System.Diagnostics.Metrics;
        using System.Diagnostics.Tracing;
        using System.Runtime;

        var builder = WebApplication.CreateSlimBuilder(args);
        builder.Logging.ClearProviders();
        var app = builder.Build();
        app.MapGet("/", () => "ok");
        byte[] kept = [];
        app.MapGet("/allocate", () => (kept = new byte[50_000]).Length);
        app.MapGet("/collector", () => (GCSettings.IsServerGC ? "server GC" : "workstation GC")
            + ((long)GC.GetConfigurationVariables()["GCDynamicAdaptationMode"] == 1 ? ", DATAS" : ""));
        app.MapGet("/instruments", () =>
        {
            var seen = new List<string>();
            using var meters = new MeterListener { InstrumentPublished = (i, _) => seen.Add($"{i.Meter.Name} {i.Name} {i.GetType().Name.Split('`')[0]}") };
            meters.Start();
            return string.Join('\n', seen);
        });
        app.MapGet("/events", async () =>
        {
            using var events = new Events();
            for (var i = 0; i < 40; i++)
            {
                for (var j = 0; j < 1000; j++) kept = new byte[1000];
                using var waited = new ManualResetEventSlim();
                _ = Task.Run(async () => { await Task.Delay(5); waited.Set(); });
                waited.Wait();
                await Task.Delay(5);
            }
            return string.Join('\n', events.Seen.Keys);
        });
        await app.StartAsync();
        Console.WriteLine(app.Urls.First());
        await app.WaitForShutdownAsync();

        sealed class Events : EventListener
        {
            public System.Collections.Concurrent.ConcurrentDictionary<string, bool> Seen { get; } = new();

            protected override void OnEventSourceCreated(EventSource source)
            {
                if (source.Name == "Microsoft-Windows-DotNETRuntime") EnableEvents(source, EventLevel.Verbose, (EventKeywords)0xC0000000000);
            }

            protected override void OnEventWritten(EventWrittenEventArgs e) => Seen?.TryAdd(e.EventName ?? "", true);
        }
        """;

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dyno-runtime");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("8.0.34", "net8.0")]
    [InlineData("9.0.23", "net9.0")]
    [InlineData("10.0.12", "net10.0")]
    [InlineData("11.0.0", "net10.0")]
    public async Task Each_runtime_is_as_the_table_says(string version, string framework)
    {
        if (!OperatingSystem.IsLinux()) return;
        var row = RowsOf(int.Parse(version.Split('.')[0], CultureInfo.InvariantCulture));
        await PublishAsync(version, framework);
        using var server = Process.Start(new ProcessStartInfo(Path.Combine(_folder.FullName, "out", "app"), ["--urls", "http://127.0.0.1:0"])
        {
            RedirectStandardOutput = true,
            Environment = { ["DOTNET_PROCESSOR_COUNT"] = "2" },
        })!;
        try
        {
            var address = await server.StandardOutput.ReadLineAsync(TestContext.Current.CancellationToken);
            using var client = new HttpClient(new SocketsHttpHandler()) { BaseAddress = new Uri(address!) };
            var seen = await ObserveAsync(server.Id, client);
            row[Counters].ShouldBe(seen.Any(HasAll) ? "all" : "some");
            row[Durations].ShouldBe(seen.Any(p => p.DurationP50Nanos is not null) ? "yes" : "no");
            row[Collector].ShouldBe(await client.GetStringAsync("/collector", TestContext.Current.CancellationToken));
            await AllocateAsync(server.Id, client);
            await InstrumentsAndEventsAsync(row, client);
        }
        finally
        {
            server.Kill();
            await server.WaitForExitAsync(CancellationToken.None);
        }
    }

    // Server GC with two heaps, from .NET 9 on with DATAS, which gives heaps up and takes them again: before .NET 11 the counter of allocated
    // bytes counts those in use, and stands still after one was given up. Whatever it did, the bytes per request are those of the program.
    private static async Task AllocateAsync(int processId, HttpClient client)
    {
        await using var session = (await RuntimeSession.AttachAsync(processId, ObserveLevel.Minimal, TestContext.Current.CancellationToken)).Session!;
        session.Timeline.Begin(DateTime.UtcNow);
        RuntimeObservation? seen;
        do
        {
            await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => client.GetStringAsync("/allocate", TestContext.Current.CancellationToken)));
            seen = session.Timeline.End(DateTime.UtcNow, 0);
        }
        while (seen is null || seen.Series.Length < 6);
        seen.Series.ShouldAllBe(second => second.AllocatedBytes == null || second.AllocatedBytes >= 0);
        seen.AllocatedBytesPerRequest!.Value.ShouldBeInRange(50_000, 60_000);
    }

    private static async Task InstrumentsAndEventsAsync(Dictionary<string, string> row, HttpClient client)
    {
        var instruments = (await client.GetStringAsync("/instruments", TestContext.Current.CancellationToken)).Split('\n').Select(line => line.Split(' ')).ToList();
        row[Threads].ShouldBe(instruments.Find(i => i[1] == "dotnet.thread_pool.thread.count")?[2] switch
        {
            null => "none",
            "ObservableUpDownCounter" => "gauge",
            "ObservableCounter" => "counter",
            var other => other,
        });
        foreach (var (name, cell) in row.Where(r => r.Key.StartsWith(Meter, StringComparison.Ordinal)))
            cell.ShouldBe(instruments.Exists(i => name.Split('`')[1] == i[0] || name.Split('`')[1] == i[1]) ? "yes" : "none", name);
        var events = (await client.GetStringAsync("/events", TestContext.Current.CancellationToken)).Split('\n');
        foreach (var (name, cell) in row.Where(r => r.Key.StartsWith(Event, StringComparison.Ordinal)))
            cell.ShouldBe(events.Contains(name.Split('`')[1]) ? "yes" : "none", name);
    }

    private static bool HasAll(RuntimePoint p) => p is
    {
        CpuPercent: not null, HeapBytes: not null, CommittedBytes: not null, AllocatedBytes: not null, Gen0: not null, Gen2: not null,
        TimeInGcPercent: not null, ThreadPoolThreads: not null, ThreadPoolQueue: not null, CompletedWorkItems: not null, LockContentions: not null,
        Exceptions: not null, MethodsJitted: not null, Connections: not null, ConnectionQueue: not null, RequestsPerSecond: not null,
    };

    // The first cell of each row, and the cell of the runtime.
    private static Dictionary<string, string> RowsOf(int major)
    {
        var lines = File.ReadAllLines(Path.Combine(RepositoryRoot.Path, "docs", "subjects.md"));
        var table = lines.SkipWhile(line => !line.StartsWith("| | .NET 8 |", StringComparison.Ordinal)).TakeWhile(line => line.StartsWith('|'))
            .Select(line => line.Split('|', StringSplitOptions.TrimEntries)).ToList();
        var column = Array.IndexOf(table[0], $".NET {major}");
        return table.Skip(2).ToDictionary(cells => cells[1], cells => cells[column]);
    }

    private async Task PublishAsync(string version, string framework)
    {
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, "Program.cs"), Program);
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, "app.csproj"), $"""
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup>
                <TargetFramework>{framework}</TargetFramework><ImplicitUsings>enable</ImplicitUsings><NuGetAudit>false</NuGetAudit>
                <RuntimeIdentifier>{RuntimeInformation.RuntimeIdentifier}</RuntimeIdentifier>
                <SelfContained>true</SelfContained><RuntimeFrameworkVersion>{version}</RuntimeFrameworkVersion>
              </PropertyGroup>
            </Project>
            """);
        using var publish = Process.Start(new ProcessStartInfo("dotnet", ["publish", "-c", "Release", "-o", "out", "-v", "q", "--nologo", "-tl:off"])
        {
            WorkingDirectory = _folder.FullName,
            RedirectStandardOutput = true,
        })!;
        var output = await publish.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await publish.WaitForExitAsync(TestContext.Current.CancellationToken);
        publish.ExitCode.ShouldBe(0, output);
    }

    private static async Task<IReadOnlyList<RuntimePoint>> ObserveAsync(int processId, HttpClient client)
    {
        var attached = await RuntimeSession.AttachAsync(processId, ObserveLevel.Full, TestContext.Current.CancellationToken);
        attached.Missing.ShouldBeNull();
        await using var session = attached.Session!;
        session.Timeline.Begin(DateTime.UtcNow);
        while (true)
        {
            await client.GetStringAsync("/", TestContext.Current.CancellationToken);
            await Task.Delay(50, TestContext.Current.CancellationToken);
            if (session.Timeline.End(DateTime.UtcNow, 20) is { Series: { Length: > 3 } points }) return points;
        }
    }
}
