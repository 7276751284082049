namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Loads of an experiment that are code: whatever <c>dyno run</c> takes.</summary>
public sealed class LoadKindTests : ExperimentTest
{
    private const string Rest = """
        compare: { baseline: a }
        control: false
        rounds: 1
        duration: 2s
        warmup: { minimum: 1s, maximum: 1s }
        """;

    [Fact, Trait("Guest", "k6"), Trait("Length", "Long")]
    public async Task A_k6_script_loads_every_variant_at_its_own_address_and_trusts_its_certificate_alone()
    {
        await using var stranger = await KestrelServer.StartAsync(new() { Certificate = TestCertificates.Good });
        await File.WriteAllTextAsync(Workspace["load.js"], $$$"""
            import http from 'k6/http';
            import { check } from 'k6';
            export const options = {
              scenarios: { all: { executor: 'constant-vus', vus: 2, duration: '30s' } },
              thresholds: { http_reqs: ['count > 1000000'] },
            };
            export function setup() { return http.get('{{{stranger.Url}}}').error_code; }
            export default function (stranger) {
              check(http.get(`${__ENV.BASE_URL}/arguments`), { 'is 200': r => r.status === 200 });
              check(stranger, { 'another certificate is refused': code => code === 1310 });
            }
            """, Cancelled);
        var outcome = await CompareAsync($$"""
            subject: { project: '{{Moody}}', ready: /healthz }
            variants: { a: {}, b: { args: [one], scheme: https } }
            load: { file: load.js }
            {{Rest}}
            """);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        foreach (var trial in Compared.Trials)
        {
            trial.Outcome.ShouldBe(TrialOutcome.Used, outcome.ToString());
            var run = RunOf(trial);
            run.Plan.InputKind.ShouldBe("k6");
            run.Plan.Scenarios.Single().Parameters["duration"].ShouldBe("2s"); // the experiment's, not the script's
            run.WarmUp!.Totals.Requests.ShouldBeGreaterThan(0);
            run.Measured.Statuses.Keys.ShouldBe([200]);
            run.Measured.Checks.Select(c => (c.Name, c.Fails)).ShouldBe([("is 200", 0L), ("another certificate is refused", 0L)], ignoreOrder: true);
            run.Subject!.Url.ShouldStartWith(trial.Variant == "b" ? "https://" : "http://");
            run.Server!.CpuMicrosPerRequest.ShouldBeGreaterThan(0);
            run.Thresholds.ShouldBeEmpty();
        }
        // Their answers differ in length: said afterwards, because a script cannot be asked what it will send.
        Compared.AnswerDifferences.Single().What.ShouldContain("bytes on average instead of");
    }

    [Fact, Trait("Length", "Long")]
    public async Task A_load_in_CSharp_loads_every_variant_at_its_own_address_within_the_limits_of_the_file()
    {
        await File.WriteAllTextAsync(Workspace["load.cs"], $$"""
            #:project {{Path.Combine(RepositoryRoot.Path, "src", "Dyno.Scenarios", "Dyno.Scenarios.csproj")}}
            #:property PublishAot=false
            using Dyno.Scenarios;

            using var client = new HttpClient { BaseAddress = new Uri(Environment.GetEnvironmentVariable("DYNO_TARGET_URL")!) };
            var hello = Scenario.Create("hello", async context => (await client.GetStringAsync("/")).Length == 5 && context.InvocationNumber % 2 == 0
                    ? Response.Ok(sizeBytes: 5) : Response.Fail())
                .WithMaxFailCount(int.MaxValue)
                .WithLoadSimulations(Simulation.KeepConstant(copies: 2, during: TimeSpan.FromSeconds(60)));
            DynoRunner.RegisterScenarios(hello).Run(args);
            """, Cancelled);
        var outcome = await CompareAsync($$"""
            subject: { project: '{{Moody}}', ready: /healthz }
            variants: { a: {}, b: { scheme: https } }
            load: { file: load.cs }
            {{Lenient.Replace("limits: {", "limits: { errors: 100%,", StringComparison.Ordinal)}}
            {{Rest}}
            """);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        foreach (var trial in Compared.Trials)
        {
            trial.Outcome.ShouldBe(TrialOutcome.Used, outcome.ToString());
            trial.Metrics["rate"].ShouldBeGreaterThan(0);
            trial.Metrics["server.cpuPerRequest"].ShouldBeGreaterThan(0);
            var run = RunOf(trial);
            run.Plan.InputKind.ShouldBe("csharp");
            run.Plan.Scenarios.Single().Parameters["duration"].ShouldBe("2s");
            run.Subject!.CommandLine.ShouldContain("Moody");
            run.Server!.Runtime.ShouldNotBeNull();
            run.Measured.Totals.FailedRequests.ShouldBeGreaterThan(0); // half of them: far above the default
            run.Health.Findings.ShouldNotContain(f => f.Rule == "errors");
            run.Subject.Url.ShouldStartWith(trial.Variant == "b" ? "https://" : "http://");
        }
    }

    [Theory]
    [InlineData("load.js", "export default function () { nonsense", "load.js", Traits = ["Guest", "k6"])]
    [InlineData("load.cs", "var answer = 42; Console.WriteLine(anwser);", "load.cs:1:36: The name 'anwser' does not exist")]
    public async Task Code_that_is_wrong_is_refused_before_anything_is_started(string file, string code, string message)
    {
        await File.WriteAllTextAsync(Workspace[file], code, Cancelled);
        var trials = new FakeTrials();
        var outcome = await CompareAsync(trials, $$"""
            variants: { a: { url: '{{Server.Url}}' }, b: { url: '{{Server.Url}}' } }
            load: { file: {{file}} }
            {{Rest}}
            """);

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(message);
        trials.Prepared.ShouldBeEmpty();
        Server.Seen.ShouldBeEmpty();
    }

    [Fact, Trait("Guest", "k6")]
    public async Task What_code_says_itself_cannot_be_said_beside_it()
    {
        await File.WriteAllTextAsync(Workspace["load.js"], "export default function () { }", Cancelled);
        var trials = new FakeTrials();
        var outcome = await CompareAsync(trials, $$"""
            variants: { a: { url: '{{Server.Url}}' }, b: { url: '{{Server.Url}}' } }
            load: { file: load.js, connections: 5, rate: 10/s }
            {{Rest}}
            """);

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("load: connections cannot be set for load.js: its code decides what the load sends");
        outcome.Error.ShouldContain("none of its scenarios has a constant rate");
    }
}
