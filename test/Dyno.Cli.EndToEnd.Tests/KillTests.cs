namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>
/// Experiments with a database and a cache that are ended at random moments: nothing that Dyno started goes on, no file is half-written,
/// and <c>--resume</c> has every launch that was recorded. <c>DYNO_KILLS</c> says how often each is ended with each signal.
/// </summary>
[Trait("Length", "Long")]
public sealed class KillTests : EndToEndTest
{
    private const int Latest = 10_000; // milliseconds
    private static readonly int Times = int.TryParse(Environment.GetEnvironmentVariable("DYNO_KILLS"), out var times) ? times : 1;
    private static readonly string Hello = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello");

    private readonly string _mark = $"DYNO_MARK_{Guid.NewGuid():N}";

    public KillTests()
    {
        Workspace.Environment["TMPDIR"] = Workspace.Folder; // a lock of its own
        Workspace.SharePrograms();
        if (OperatingSystem.IsLinux()) File.SetUnixFileMode(Workspace.Folder, (UnixFileMode)0b111_101_101); // where root tests, PostgreSQL runs as another user
    }

    [Theory]
    [InlineData("compare")]
    [InlineData("tune")]
    [InlineData("study")]
    public async Task Ended_at_any_moment_it_leaves_nothing_running_and_loses_nothing(string command)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "processes are found in /proc");
        Assert.SkipUnless(IsOnPath("initdb") && IsOnPath("redis-server"), "needs PostgreSQL and Redis: ./build services");
        await WriteAsync();
        var seed = Environment.TickCount;
        var random = new Random(seed);
        string[] words = command switch
        {
            "compare" => ["compare", "experiment.yaml"],
            "tune" => ["tune", "search.yaml"],
            _ => ["study", "run", "mine"],
        };
        var recorded = 0;
        for (var time = 0; time < Times; time++)
        {
            foreach (var signal in (string[])["KILL", "TERM", "INT", .. IgnoresHangUp() ? (string[])[] : ["HUP"]])
            {
                var isLate = (signal is "KILL" or "INT") == (time % 2 == 0); // after one more launch, or at any moment before
                var wait = random.Next(isLate ? Latest / 4 : Latest);
                var why = $"seed {seed}, time {time}, {signal} {wait} ms after its {(isLate ? "next launch" : "start")}";
                using var dyno = DynoProcess.Start(Workspace, [.. words, .. Folders().Length > 0 ? ["--resume"] : (string[])[]]);
                var lines = Lines().Count();
                while (isLate && !dyno.HasEnded && Lines().Count() <= lines) await Task.Delay(20, Cancelled);
                await Task.Delay(wait, Cancelled);
                if (!dyno.HasEnded) dyno.Signal(signal);
                var outcome = await dyno.EndAsync();
                if (command == "tune" && outcome.ExitCode == 0) // a search comes to its end by itself
                {
                    Directory.Delete(Workspace[".dyno/experiments"], recursive: true);
                    recorded = 0;
                    continue;
                }
                // Before its first line the runtime may not have started, and the signal ends it as it ends any program.
                int[] codes = signal == "KILL" ? [137] : outcome.Error.Length == 0 ? [105, 129, 130, 143] : [105];
                codes.ShouldContain(outcome.ExitCode, $"{why}: {outcome}");
                var ended = TimeProvider.System.GetTimestamp();
                (await MarkedProcesses.LeftAsync(_mark, Workspace.Folder)).ShouldBeEmpty(why);
                TestContext.Current.TestOutputHelper?.WriteLine(
                    $"{why}: nothing was left {TimeProvider.System.GetElapsedTime(ended).TotalSeconds:0.0} s after its end");
                Folders().Length.ShouldBeLessThanOrEqualTo(1, why);
                recorded = Recorded(atLeast: recorded, why);
            }
        }
        await ResumesAsync(words, recorded);
    }

    private async Task ResumesAsync(string[] words, int recorded)
    {
        var before = Lines().Select(line => ResultDocument.ReadLine<TrialRecord>(line)).OfType<TrialRecord>().ToList();
        if (words[0] != "tune") before.ShouldNotBeEmpty("launches were waited for");
        var rounds = before.Select(t => t.Round).DefaultIfEmpty(0).Max() + 1;
        using var dyno = DynoProcess.Start(Workspace,
            [.. words, .. words[0] == "tune" ? (string[])[] : ["--rounds", $"{rounds}"], .. Folders().Length > 0 ? ["--resume"] : (string[])[]]);
        var outcome = await dyno.EndAsync();

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var folder = Folders().ShouldHaveSingleItem();
        var comparison = ComparisonJson.ReadFile(Path.Combine(folder, "comparison.json"));
        comparison.Trials.Length.ShouldBeGreaterThanOrEqualTo(recorded, outcome.ToString());
        foreach (var trial in before) comparison.Trials.ShouldContain(t => t.Run == trial.Run && t.Variant == trial.Variant, outcome.ToString());
        (await MarkedProcesses.LeftAsync(_mark, Workspace.Folder)).ShouldBeEmpty();
    }

    /// <summary>The experiments that can be resumed.</summary>
    private string[] Folders() => !Directory.Exists(Workspace[".dyno/experiments"]) ? []
        : [.. Directory.GetDirectories(Workspace[".dyno/experiments"]).Where(folder => File.Exists(Path.Combine(folder, "begun.json")))];

    private IEnumerable<string> Lines() =>
        Folders().Select(folder => Path.Combine(folder, "trials.jsonl")).Where(File.Exists).SelectMany(File.ReadLines);

    /// <summary>Reads every file that is kept; returns the number of launches.</summary>
    private int Recorded(int atLeast, string why)
    {
        foreach (var file in Folders().SelectMany(folder => Directory.GetFiles(folder, "*.json")))
            Should.NotThrow(() => JsonDocument.Parse(File.ReadAllText(file)).Dispose(), $"{why}: {file}");
        var lines = Lines().ToList();
        // The line that was being written when Dyno was killed may be cut; the next run does not read it.
        lines.SkipLast(1).Where(line => ResultDocument.ReadLine<TrialRecord>(line) is null && !IsCut(line)).ShouldBeEmpty(why);
        var trials = lines.Count(line => ResultDocument.ReadLine<TrialRecord>(line) is not null);
        trials.ShouldBeGreaterThanOrEqualTo(atLeast, why);
        return trials;
    }

    // Of a test run behind nohup: Dyno keeps what it inherits, as it should.
    private static bool IgnoresHangUp()
    {
        const string Name = "SigIgn:";
        var ignored = File.ReadLines("/proc/self/status").First(line => line.StartsWith(Name, StringComparison.Ordinal))[Name.Length..].Trim();
        return (Convert.ToUInt64(ignored, 16) & 1) != 0;
    }

    private static bool IsCut(string line) => line.StartsWith('{') && !line.EndsWith('}');

    private static bool IsOnPath(string program) =>
        Environment.GetEnvironmentVariable("PATH")!.Split(':').Any(folder => File.Exists(Path.Combine(folder, program)));

    private async Task WriteAsync()
    {
        var services = $$"""
            services: { redis: { kind: redis }, db: { kind: postgres } }
            subject: { project: '{{Hello}}', framework: net10.0, env: { {{_mark}}: "1" } }
            variants: { plain: {}, other: {} }
            warmup: { minimum: 100ms, maximum: 100ms }
            {{ExperimentTest.Lenient}}
            """;
        const string Shape = "load: { url: /hello, connections: 4 }\nduration: 1s\nrounds: 1000\ncompare: { baseline: plain }\n";
        await WriteAsync("experiment.yaml", services + "\n" + Shape);
        await WriteAsync("search.yaml", services + """

            load: { url: /hello, connections: 4 }
            duration: 1s
            sweep: { over: connections, values: [1, 2, 3, 4], find: best, trials: 1, goal: 'errors < 1%' }
            compare: { baseline: plain }
            """);
        Directory.CreateDirectory(Workspace["studies/mine"]);
        await WriteAsync("studies/mine/experiment.yaml", services + "\n" + Shape);
        await WriteAsync("studies/mine/README.md", "# Mine\n\n<!-- claims: generated by `dyno study report`, do not edit -->\n<!-- end of claims -->\n");
        await WriteAsync("studies/mine/claims.yaml", """
            title: Whether one equals the other
            article: none
            experiments: { main: experiment.yaml }
            claims:
              equal:
                says: other equals plain
                article: none
                ratio: { variant: other, baseline: plain, metric: rate }
                holds: 0.9..1.1
            """);
    }

    private Task WriteAsync(string file, string text) => File.WriteAllTextAsync(Workspace[file], text, Cancelled);
}
