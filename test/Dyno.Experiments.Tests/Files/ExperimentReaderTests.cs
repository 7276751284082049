namespace Dyno.Experiments.Tests;

public sealed class ExperimentReaderTests : IDisposable
{
    private const string Good = """
        subject: { url: "http://localhost:1" }
        variants: { a: {}, b: {} }
        load: { url: /hello }
        compare: { baseline: a }
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-reader-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Reads_the_study_of_the_repository()
    {
        var plan = ExperimentReader.Read(Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "experiment.yaml"), new());

        plan.Variants.Select(v => v.Cell).Distinct().ShouldBe(["path=/hello", "path=/classic/hello"]);
        plan.Variants.Take(4).Select(v => v.Name).ShouldBe(["net8", "net9", "net10", "net9-datas-off"]);
        plan.Variants[3].Subject.Environment["DOTNET_GCDynamicAdaptationMode"].ShouldBe("0");
        plan.Rounds.ShouldBe(8);
        plan.Control.ShouldBeTrue();
        plan.Compare.Thresholds["rate"].ShouldBe(0.02);
        plan.WarmUp.Maximum.ShouldBe(TimeSpan.FromSeconds(3));
    }

    [Fact]
    public void Puts_the_baseline_first_and_knows_the_defaults()
    {
        var plan = Read(Good.Replace("baseline: a", "baseline: b", StringComparison.Ordinal));

        plan.Variants.Select(v => v.Name).ShouldBe(["b", "a"]);
        plan.Compare.Headline.ShouldBe("rate");
        plan.Rounds.ShouldBe(10);
    }

    [Theory]
    [InlineData("ruonds: 3", "experiment.yaml:5: unknown key 'ruonds'  -> did you mean rounds?")]
    [InlineData("services: { db: { kind: postgre } }", "experiment.yaml:5: there is no kind of service 'postgre'  -> did you mean postgres?")]
    [InlineData("services: { db: {} }", "experiment.yaml:5: the service db has nothing to start")]
    [InlineData("services: { redis: { ready: / } }", "experiment.yaml:5: ready is for a command only  -> remove ready")]
    [InlineData("services: { redis: { reset: none.sql } }", "there is no file")]
    [InlineData("sweep: { rate: 1..2 }", "experiment.yaml:5: a sweep must say what to find")]
    [InlineData("sweep: { rate: 2..1, find: knee }", "experiment.yaml:5: '2..1' is not a range  -> write rate: 5..300")]
    [InlineData("sweep: { rate: 1..2, find: kne }", "experiment.yaml:5: a sweep cannot find 'kne'  -> did you mean knee?")]
    [InlineData("observe: all", "experiment.yaml:5: 'all' is not a level of observation  -> write full, minimal or off")]
    [InlineData("rounds: many", "experiment.yaml:5: rounds: 'many' is not a whole number from 1 to 1000  -> write rounds: 10")]
    [InlineData("duration: 500ms", "experiment.yaml:5: duration: 500ms is shorter than 1s  -> write duration: 10s")]
    [InlineData("duration: soon", "experiment.yaml:5: duration: 'soon' is not a time above zero  -> write duration: 10s")]
    [InlineData("warmup: { minimum: 9s, maximum: 2s }", "experiment.yaml:5: the minimum is longer than the maximum  -> swap them")]
    [InlineData("matrix: { gc: [a] }", "experiment.yaml:5: there is no collector 'a'  -> write some of these: workstation, server, datas")]
    [InlineData("matrix: { cpus: [x] }", "experiment.yaml:5: 'x' is not a set of CPUs  -> write cpus: 0-1, or 0,2")]
    [InlineData("matrix: { scheme: [ftp] }", "experiment.yaml:5: 'ftp' is neither http nor https")]
    [InlineData("matrix: { path: [hello] }", "experiment.yaml:5: 'hello' is not a path  -> write /hello")]
    [InlineData("limits: { stall: 1% }", "experiment.yaml:5: there is no limit \"stall\"  -> did you mean stalls? write one of clock-skew, ")]
    [InlineData("limits: { stalls: 2 }", "experiment.yaml:5: \"2\" is not a share from 0% to 100%  -> write stalls: 0.5%")]
    [InlineData("limits: { stalls: 101% }", "experiment.yaml:5: \"101%\" is not a share from 0% to 100%  -> write stalls: 0.5%")]
    [InlineData("limits: { start-lag: soon }", "experiment.yaml:5: \"soon\" is not a duration  -> write start-lag: 5ms")]
    [InlineData("limits: { load-average: high }", "experiment.yaml:5: \"high\" is not a load per CPU  -> write load-average: 0.5")]
    [InlineData("limits: { stalls: }", "experiment.yaml:5: ")]
    [InlineData("limits: 5%", "experiment.yaml:5: ")]
    [InlineData("control: perhaps", "experiment.yaml:5: control: 'perhaps' is neither true nor false  -> write control: true")]
    [InlineData("rounds: 3\nrounds: 4", "Duplicate key")]
    [InlineData("name: [", "is not valid YAML")]
    [InlineData("name: [[[[[[[[[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]]]]]]]]]", "experiment.yaml:5: nested more than 20 levels deep")]
    public void Says_where_a_mistake_stands_and_what_to_write(string line, string message) =>
        Problems(Good + "\n" + line).ShouldContain(message);

    [Theory]
    [InlineData("baseline: a", "baseline: c", "there is no variant 'c'")]
    [InlineData("baseline: a", "baseline: a, judge: [server.ownCode]", "server.ownCode is judged by the profiles of --why, without being named  -> leave it out")]
    [InlineData("baseline: a", "baseline: a, headline: p9", "there is no metric 'p9'  -> did you mean p90?")]
    [InlineData("baseline: a", "baseline: a, headline: errors", "errors can be zero and has no ratio")]
    [InlineData("baseline: a", "baseline: a, thresholds: { rate: 200% }", "rate: '200%' is not a share between 0 and 100 %")]
    [InlineData("b: {}", "A: {}", "two variants have the name 'A', apart from letter case")]
    [InlineData("b: {}", "control: {}", "'control' is the name of the control")]
    [InlineData(", b: {}", "", "nothing to compare")]
    [InlineData("b: {}", "b: { properties: { A: 1 } }", "Dyno does not start the program at a url and cannot change it  -> remove properties")]
    [InlineData("url: \"http://localhost:1\"", "command: [a], git: main", "a git reference needs a project")]
    [InlineData("url: \"http://localhost:1\"", "command: [a], memory: 1kB", "'1kB' is not an amount of memory of 16 MiB or more")]
    [InlineData("url: \"http://localhost:1\"", "command: [a], ready: health", "'health' is not a path  -> write /health")]
    [InlineData("url: \"http://localhost:1\"", "command: [a], project: x", "a subject is a project, a command or a url")]
    [InlineData("baseline: a", "baseline: a, pairs: [[a]]", "a pair has two variants  -> write pairs: [[net8, net9]]")]
    [InlineData("baseline: a", "baseline: a, pairs: [[a, c]]", "there is no variant 'c'")]
    [InlineData("b: {}", "b: { framework: net9.0 }", "Dyno does not start the program at a url and cannot change it")]
    [InlineData("url: \"http://localhost:1\"", "project: nowhere", "there is no project ")]
    [InlineData("url: \"http://localhost:1\"", "url: \"ftp://x\"", "'ftp://x' is not an http or https URL")]
    [InlineData("url: /hello", "file: nowhere.websurge", "there is no file ")]
    [InlineData("url: /hello }\ncompare: { baseline: a }", "url: /hello, rate: 5/s }\ncompare: { baseline: a, headline: rate }", "the load sets the rate, so the rate is the same for all variants")]
    public void Refuses_what_cannot_be_measured(string part, string wrong, string message) =>
        Problems(Good.Replace(part, wrong, StringComparison.Ordinal)).ShouldContain(message);

    [Fact]
    public void Reports_everything_at_once_in_the_order_of_the_file() =>
        Problems(Good + "\nrounds: 0\nsweep: {}\nnmae: x").Split('\n').Length.ShouldBe(3);

    /// <summary>As claims about a warm-up need it: one variant has the rule of the article, another none.</summary>
    [Theory]
    [InlineData("warmup: { minimum: 0s, maximum: 0s }", 0, 0)]
    [InlineData("warmup: { maximum: 0s }", 0, 0)]
    [InlineData("warmup: { minimum: 0s, maximum: 4s }", 0, 4)]
    [InlineData("warmup: { minimum: 2s, maximum: 2s }", 2, 2)]
    public void A_warm_up_may_be_left_out(string warmUp, int minimum, int maximum)
    {
        foreach (var rule in (WarmUpRule?[])[Read(Good + "\n" + warmUp).WarmUp, Read(Good.Replace("b: {}", $"b: {{ {warmUp} }}", StringComparison.Ordinal)).Variants[1].WarmUp])
            (rule!.Minimum, rule.Maximum).ShouldBe((TimeSpan.FromSeconds(minimum), TimeSpan.FromSeconds(maximum)));
    }

    [Fact]
    public void An_offered_rate_puts_the_verdict_on_p99() =>
        Read(Good.Replace("url: /hello", "url: /hello, rate: 50/s, connections: 4", StringComparison.Ordinal)).Compare.Headline.ShouldBe("p99");

    [Fact]
    public void Crosses_every_dimension_of_the_matrix()
    {
        var plan = Read("""
            subject: { command: [dotnet, app.dll], env: { A: "1" } }
            variants:
              a: {}
              b: { env: { B: "2" }, cpus: 0-1, memory: 512MiB, scheme: https, ready: /healthz, load: { connections: 7 } }
            matrix: { gc: [workstation, datas], env: { C: ["3", "4"] } }
            load: { url: /hello, method: POST, body: x, headers: { X-A: y } }
            compare: { baseline: a, pairs: [[b, a]] }
            """);
        plan.Variants.Select(v => v.Cell).Distinct().ShouldBe(["gc=workstation, C=3", "gc=workstation, C=4", "gc=datas, C=3", "gc=datas, C=4"]);
        var last = plan.Variants[^1];
        last.Name.ShouldBe("b");
        last.Subject.Environment.Select(e => $"{e.Key}={e.Value}").ShouldBe(["A=1", "B=2", "C=4", "DOTNET_GCDynamicAdaptationMode=1", "DOTNET_gcServer=1"]);
        (last.Subject.Cpus!.ToString(), last.Subject.MemoryLimitBytes, last.Subject.UsesHttps, last.Subject.ReadyPath).ShouldBe(("0-1", 512L << 20, true, "/healthz"));
        (last.Shape.Connections, last.Shape.Method, last.Shape.Body, last.Shape.Headers.Single()).ShouldBe((7, "POST", "x", "X-A: y"));
        plan.Compare.Pairs.ShouldBe([("b", "a")]);
    }

    [Fact]
    public void Knows_services_and_a_sweep()
    {
        var plan = Read(Good + """

            services:
              db: { kind: postgres, reset: "truncate orders", cpus: 1, variable: Db }
              redis: {}
              mail: { command: "mailer --port {port}", ready: /healthz, timeout: 5s }
            sweep: { rate: 5..300, find: capacity }
            observe: minimal
            """);
        plan.Services.Select(s => (s.Name, s.Kind)).ShouldBe([("db", "postgres"), ("redis", "redis"), ("mail", "command")]);
        plan.Services[2].Command.ShouldBe(["mailer", "--port", "{port}"]);
        (plan.Sweep!.From, plan.Sweep.To, plan.Sweep.Find, plan.Sweep.TrialsPerPoint).ShouldBe((5, 300, SweepGoal.Capacity, 3));
        plan.Observe.ShouldBe(Dyno.Observation.ObserveLevel.Minimal);
    }

    [Fact]
    public void Limits_reach_requests_and_code_alike()
    {
        var plan = Read(Good + "\nlimits: { stalls: 2%, start-lag: 5ms, load-average: 1 }");

        var limits = TrialLoad.Shape(plan, plan.Variants[0]).Limits.ShouldNotBeNull();
        (limits.Stalled, limits.StartLag, limits.Errors, limits.LoadAveragePerCpu).ShouldBe((0.02, TimeSpan.FromMilliseconds(5), 0.01, 1));
        TrialLoad.Read(plan, plan.Variants[0], 1, LoadOpening.NotYetKnown).HealthLimits.ShouldBe(limits);
    }

    [Fact]
    public void Every_wrong_limit_is_reported_at_once() =>
        Problems(Good + "\nlimits:\n  stall: 1%\n  errors: many\n  steal: 3%\n  clock-skew: soon").Split('\n').Length.ShouldBe(3);

    [Fact]
    public void A_missing_file_is_a_problem() =>
        Should.Throw<UserFault>(() => ExperimentReader.Read(Path.Combine(_folder, "none.yaml"), new())).Message.ShouldContain("there is no such file");

    [Fact]
    public void A_gate_needs_rounds_enough_for_a_verdict() =>
        Problems(Good, new() { HasGate = true, Rounds = 4 }).ShouldBe("--gate: 4 rounds are too few for a verdict  -> write --rounds 5 or more");

    [Theory]
    [InlineData(null, 3)]
    [InlineData(2, 2)]
    public void A_gate_on_structure_makes_three_rounds_unless_told_otherwise(int? rounds, int made) =>
        Read(Good, new() { HasGate = true, GatesStructure = true, Rounds = rounds }).Rounds.ShouldBe(made);

    [Fact]
    public void A_gate_on_structure_judges_the_work_of_every_service_that_counts_its_work()
    {
        var services = string.Concat(ServiceKind.All.Select(kind => $"  {kind.Name}1: {{ kind: {kind.Name}{(kind == ServiceKind.Command ? ", command: mailer" : "")} }}\n"));

        var judged = Read($"{Good}\nservices:\n{services}", new() { GatesStructure = true }).Compare.Judge;

        judged.Where(metric => metric.StartsWith("service.", StringComparison.Ordinal))
            .ShouldBe(ServiceKind.All.Where(kind => kind.WorkUnit is not null).Select(kind => FigureTable.CommandsOf($"{kind.Name}1")));
    }

    /// <summary>Code paces itself, and its trials run one after the other: a first look must not plan duet trials for it.</summary>
    [Fact]
    public void A_first_look_at_code_of_any_ending_is_planned_as_code()
    {
        var requests = FirstLook("load.http", "GET http://localhost:1/hello\n");

        foreach (var ending in LoadFiles.Scripts.Concat(LoadFiles.Programs))
        {
            var code = FirstLook($"load{ending}", "");
            (code.Rounds, code.WarmUp.Maximum).ShouldBe((VerdictRule.FewestRounds, TimeSpan.FromSeconds(8)), ending);
            ExperimentLoads.IsCode(code.Variants[0].Load).ShouldBeTrue(ending);
            (requests.Rounds, requests.WarmUp.Maximum).ShouldNotBe((code.Rounds, code.WarmUp.Maximum));
        }
    }

    [Fact]
    public void A_folder_is_code_when_it_has_a_project_and_the_root_of_a_server_is_none()
    {
        using var folder = OwnedFolder.Create("dyno-test-");
        ExperimentLoads.IsCode("/").ShouldBeFalse();
        ExperimentLoads.IsCode(folder.Path).ShouldBeFalse();

        File.WriteAllText(Path.Combine(folder.Path, "Load.csproj"), "");

        ExperimentLoads.IsCode(folder.Path).ShouldBeTrue();
    }

    [Fact]
    public void A_first_look_is_brief_for_variants_with_a_warm_up_of_their_own_too()
    {
        var plan = Read("""
            subject: { command: "server --urls {url}" }
            variants: { a: {}, b: { warmup: { minimum: 9s, maximum: 30s } } }
            load: { url: /hello }
            compare: { baseline: a }
            """, new() { IsQuick = true });

        plan.Variants.Select(v => v.WarmUp?.Maximum).ShouldBe([null, plan.WarmUp.Maximum]);
        plan.Variants[1].WarmUp!.Minimum.ShouldBeLessThan(plan.WarmUp.Maximum);
    }

    [Fact]
    public void The_baseline_must_be_among_the_chosen_variants() =>
        Problems(Good, new() { Variants = ["b"] }).ShouldBe("--variants: the baseline a is missing  -> write --variants a,b");

    private ExperimentPlan Read(string yaml, ExperimentOverrides? overrides = null)
    {
        var file = Path.Combine(_folder, "experiment.yaml");
        File.WriteAllText(file, yaml);
        return ExperimentReader.Read(file, overrides ?? new());
    }

    private ExperimentPlan FirstLook(string file, string text)
    {
        File.WriteAllText(Path.Combine(_folder, file), text);
        return Read($$"""
            subject: { command: "server --urls {url}" }
            variants: { a: {}, b: {} }
            load: { file: {{file}} }
            compare: { baseline: a }
            """, new() { IsQuick = true });
    }

    private string Problems(string yaml, ExperimentOverrides? overrides = null) =>
        Should.Throw<UserFault>(() => Read(yaml, overrides)).Message.Replace(_folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);
}
