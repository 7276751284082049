using k8s;
using k8s.Models;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>The template in <c>deploy/</c>: its objects against the models of Kubernetes, and its commands as processes.</summary>
public sealed class KubernetesTests : EndToEndTest
{
    private static readonly string Deploy = Path.Combine(RepositoryRoot.Path, "deploy");

    [Fact]
    public void The_objects_are_those_of_the_schema()
    {
        var objects = Objects();
        objects.Count.ShouldBe(3);
        var agents = Job(objects, "dyno-agents");
        (agents.CompletionMode, agents.Completions, agents.Parallelism, agents.BackoffLimit).ShouldBe(("Indexed", 8, 8, 0));
        var coordinator = Job(objects, "dyno-coordinator");
        coordinator.BackoffLimit.ShouldBe(0);
        coordinator.Template.Spec.RestartPolicy.ShouldBe("Never");
        coordinator.Template.Spec.InitContainers.ShouldHaveSingleItem().RestartPolicy.ShouldBe("Always", "a sidecar");
        var service = objects.OfType<V1Service>().Single();
        service.Spec.Selector.ShouldBe(coordinator.Template.Metadata.Labels);
        foreach (var container in (V1Container[])[agents.Template.Spec.Containers[0], coordinator.Template.Spec.Containers[0]])
        {
            container.Command.ShouldContain($"nats://{service.Metadata.Name}:4222");
            (container.Env.ShouldHaveSingleItem().ValueFrom.SecretKeyRef.Name, container.Env[0].Value).ShouldBe(("dyno-fleet", null), "the key is in no manifest");
        }
        var volumes = coordinator.Template.Spec.Volumes.Select(volume => volume.Name).ToList();
        coordinator.Template.Spec.Containers[0].VolumeMounts.Select(mount => mount.Name).ShouldBeSubsetOf(volumes);
        var map = coordinator.Template.Spec.Volumes.Single(volume => volume.ConfigMap is not null).ConfigMap.Name;
        File.ReadAllText(Path.Combine(Deploy, "kustomization.yaml")).ShouldContain($"- name: {map}");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task The_commands_make_one_run_whose_segments_are_the_completion_indexes()
    {
        await using var nats = await FleetTest.NatsProcess.StartAsync(Workspace);
        await File.WriteAllTextAsync(Workspace["load.http"], $"GET {Url}\n", Cancelled);
        var objects = Objects();

        var agents = new List<DynoProcess>();
        foreach (var index in (int[])[1, 0]) // in no order
        {
            Workspace.Environment["JOB_COMPLETION_INDEX"] = $"{index}";
            agents.Add(DynoProcess.Start(Workspace, CommandOf("dyno-agents")));
        }
        Workspace.Environment.Remove("JOB_COMPLETION_INDEX");
        var run = await DynoProcess.RunAsync(Workspace,
            [.. CommandOf("dyno-coordinator"), "--iterations", "21", "--result", "r.json", "--threshold", "p99 < 1us"]);

        run.ExitCode.ShouldBe(99, run.ToString()); // the exit code of Dyno, and so the job's: a threshold was crossed
        var result = RunResultJson.ReadFile(Workspace["r.json"]);
        result.Measured.Totals.Requests.ShouldBe(21);
        result.Fleet!.Agents.Select(agent => (agent.Name, agent.Segment, agent.Requests)).ShouldBe([("agent-0", "0/2:1/2", 11), ("agent-1", "1/2:2/2", 10)]);
        foreach (var agent in agents)
        {
            (await agent.EndAsync()).ExitCode.ShouldBe(ExitCode.Success, "a pod ends with its run");
            agent.Dispose();
        }

        // As in the cluster, but for two agents and the NATS server of this test.
        string[] CommandOf(string job)
        {
            var command = Job(objects, job).Template.Spec.Containers[0].Command;
            command[0].ShouldBe("dyno");
            return [.. command.Skip(1).Select(word => word switch { "8" => "2", ['n', 'a', 't', 's', ':', ..] => nats.Url, _ => word })];
        }
    }

    // What no schema knows is refused.
    private static List<object> Objects() => KubernetesYaml.LoadAllFromString(File.ReadAllText(Path.Combine(Deploy, "fleet.yaml")), strict: true);

    private static V1JobSpec Job(IEnumerable<object> objects, string name) => objects.OfType<V1Job>().Single(job => job.Metadata.Name == name).Spec;
}
