namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Programs under test with several instances, by every kind of load.</summary>
public sealed class InstancesTests : ExperimentTest
{
    [Fact]
    public async Task A_url_is_dealt_out_among_the_instances_and_each_is_observed()
    {
        var run = await DynoAsync("run", "/hello", "--subject", Hello, "--framework", "net10.0", "--ready", "/hello", "--instances", "2", "-c", "4", "-d", "2s",
            "--result", "r.json", "--full");
        run.ExitCode.ShouldBe(0, run.ToString());
        run.Out.ShouldContain("Instance 2");
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Plan.Scenarios.Select(s => s.Name).ShouldBe(["default @1", "default @2"]);
        result.Measured.Steps.ShouldAllBe(s => s.Requests > 0);
        result.Server.ShouldNotBeNull().Instances.Length.ShouldBe(2);
        result.Server.Instances.ShouldAllBe(i => i.PeakWorkingSetBytes > 0);
    }

    [Fact, Trait("Guest", "k6")]
    public async Task A_script_finds_every_instance()
    {
        await File.WriteAllTextAsync(Workspace["s.js"], """
            import http from 'k6/http';
            import { check } from 'k6';
            export const options = { iterations: 2 };
            export default function () {
              const answers = [__ENV.BASE_URL_1, __ENV.BASE_URL_2].map((instance) => http.get(instance + '/hello'));
              check(answers, { 'both answer, each for itself': ([a, b]) => a.status === 200 && b.status === 200 && a.url !== b.url });
              check(__ENV, { 'the first is the one that was always there': (e) => e.BASE_URL === e.BASE_URL_1 });
            }
            """, Cancelled);
        var run = await DynoAsync("run", "s.js", "--subject", Hello, "--framework", "net10.0", "--ready", "/hello", "--instances", "2", "--fail-on", "check",
            "--result", "r.json");
        run.ExitCode.ShouldBe(0, run.ToString());
        RunResultJson.ReadFile(Workspace["r.json"]).Measured.Checks.Select(c => c.Passes).ShouldBe([2L, 2]);
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task An_experiment_addresses_them()
    {
        await File.WriteAllTextAsync(Workspace["both.http"], """
            # @instance 1
            GET http://localhost/hello

            ###
            # @name second
            # @instance 2
            GET http://localhost/classic/hello
            """, Cancelled);
        var outcome = await CompareAsync($$"""
            subject: { project: '{{Hello}}', framework: net10.0, instances: 2 }
            variants: { a: {}, b: { env: { DOTNET_TieredPGO: "0" } } }
            load: { file: both.http, connections: 2 }
            duration: 1s
            warmup: { maximum: 0s }
            compare: { baseline: a }
            control: false
            """, "--rounds", "1");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var run = RunOf(Compared.Trials[0]);
        run.Plan.Scenarios.Single().Steps.Select(s => new Uri(s.Url!).Port).Distinct().Count().ShouldBe(2);
        run.Measured.Statuses.Keys.ShouldBe([200], outcome.ToString());
        run.Server.ShouldNotBeNull().Instances.Length.ShouldBe(2);
    }

    [Theory]
    [InlineData("0", "0 instances cannot be started")]
    [InlineData("100", "write 1 to 16")]
    public async Task A_number_that_cannot_be_is_refused(string number, string sentence)
    {
        var run = await DynoAsync("run", "/hello", "--subject", Hello, "--instances", number);
        run.ExitCode.ShouldBe(104, run.ToString());
        run.Error.ShouldContain(sentence);
    }

    [Fact]
    public async Task Instances_need_a_program()
    {
        var run = await DynoAsync("run", "http://127.0.0.1:1/hello", "--instances", "2");
        run.ExitCode.ShouldBe(104, run.ToString());
        run.Error.ShouldContain("--instances needs a program to start: add --subject PATH");
    }
}
