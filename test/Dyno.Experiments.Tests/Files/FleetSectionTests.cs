namespace Dyno.Experiments.Tests;

public sealed class FleetSectionTests
{
    [Fact]
    public void A_fleet_makes_the_load_and_an_agent_of_it_runs_the_subjects()
    {
        var plan = Read("""
            generator: { fleet: nats://10.0.0.5:4222, agents: 3, weighted: true, lease: 20s }
            subject: { command: [api, "--urls", "{url}"], on: server }
            variants: { a: {}, b: { on: other } }
            """);

        plan.Fleet.ShouldBe(new FleetPlan { Url = "nats://10.0.0.5:4222", Agents = 3, IsWeighted = true, Lease = TimeSpan.FromSeconds(20) });
        plan.Variants.Select(variant => variant.Subject.On).ShouldBe(["server", "other"]);
    }

    [Theory]
    [InlineData("generator: { agents: 3 }\nsubject: { command: api }", "the generator names no fleet")]
    [InlineData("subject: { command: api, on: server }", "a should run on server, but no fleet is named")]
    [InlineData("generator: { fleet: nats://h:4222, agents: 0 }\nsubject: { command: api }", "the fleet has nothing to do")]
    [InlineData("generator: { fleet: nats://h:4222 }\nservices: { redis: {} }\nsubject: { command: api, on: server }", "services run on this machine's loopback")]
    [InlineData("generator: { fleet: nats://h:4222 }\nsubject: { command: api, on: server, scheme: https }", "serves https with a certificate that only that machine knows")]
    [InlineData("generator: { fleet: nats://h:4222 }\nsubject: { url: 'http://h', on: server }", "has a url, and Dyno does not start a program at a url")]
    public void What_does_not_go_together_is_told(string lines, string problem) =>
        Should.Throw<UserFault>(() => Read($"{lines}\nvariants: {{ a: {{}}, b: {{}} }}")).Problems.ShouldContain(one => one.ToString().Contains(problem));

    private static ExperimentPlan Read(string lines) => ExperimentReader.ReadText(
        $"{lines}\nload: {{ url: /hello }}\ncompare: {{ baseline: a }}\n", "test.yaml", Environment.CurrentDirectory, new ExperimentOverrides());
}
