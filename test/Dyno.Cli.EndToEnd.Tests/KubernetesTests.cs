using Dyno.Results.Json;
using Dyno.Results.Problems;
using Dyno.Testing;
using k8s;
using k8s.Models;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno fleet manifest</c>: its objects against the models of Kubernetes, and its entry points as processes.</summary>
public sealed class KubernetesTests : EndToEndTest
{
    [Fact]
    public async Task The_objects_are_those_of_the_schema_and_those_in_deploy()
    {
        var deploy = Path.Combine(RepositoryRoot.Path, "deploy");
        File.Copy(Path.Combine(deploy, "load.http"), Workspace["load.http"]);

        var outcome = await DynoAsync("fleet", "manifest", "load.http", "--agents", "8");

        outcome.ExitCode.ShouldBe(ExitCode.Success, outcome.ToString());
        await File.WriteAllTextAsync(Path.Combine(deploy, "fleet.yaml.received"), outcome.Out, Cancelled);
        outcome.Out.ShouldBe(await File.ReadAllTextAsync(Path.Combine(deploy, "fleet.yaml"), Cancelled));
        File.Delete(Path.Combine(deploy, "fleet.yaml.received"));
        var objects = KubernetesYaml.LoadAllFromString(outcome.Out, strict: true); // what no schema knows is refused
        objects.Count.ShouldBe(4);
        var agents = objects.OfType<V1Job>().Single(job => job.Metadata.Name == "dyno-agents").Spec;
        (agents.CompletionMode, agents.Completions, agents.Parallelism, agents.BackoffLimit).ShouldBe(("Indexed", 8, 8, 0));
        var coordinator = objects.OfType<V1Job>().Single(job => job.Metadata.Name == "dyno-coordinator").Spec;
        coordinator.BackoffLimit.ShouldBe(0);
        coordinator.Template.Spec.RestartPolicy.ShouldBe("Never");
        coordinator.Template.Spec.InitContainers.ShouldHaveSingleItem().RestartPolicy.ShouldBe("Always", "a sidecar");
        var service = objects.OfType<V1Service>().Single();
        service.Spec.Selector.ShouldBe(coordinator.Template.Metadata.Labels);
        coordinator.Template.Spec.Containers[0].Command.ShouldContain($"nats://{service.Metadata.Name}:4222");
        foreach (var container in (V1Container[])[agents.Template.Spec.Containers[0], coordinator.Template.Spec.Containers[0]])
            (container.Env.ShouldHaveSingleItem().ValueFrom.SecretKeyRef.Name, container.Env[0].Value).ShouldBe(("dyno-fleet", null), "the key stands in no manifest");
        var volumes = coordinator.Template.Spec.Volumes.Select(volume => volume.Name).ToList();
        coordinator.Template.Spec.Containers[0].VolumeMounts.Select(mount => mount.Name).ShouldBeSubsetOf(volumes);
    }

    [Fact]
    public async Task The_jobs_entry_points_make_one_run_whose_segments_are_the_completion_indexes()
    {
        await using var nats = await FleetTest.NatsProcess.StartAsync(Workspace);
        Directory.CreateDirectory(Workspace["data"]);
        await File.WriteAllTextAsync(Workspace["data/rows.csv"], "id\n1\n2\n", Cancelled);
        await File.WriteAllTextAsync(Workspace["load.http"], $"# @data data/rows.csv\nGET {Url}?id={{{{id}}}}\n", Cancelled);
        var printed = await DynoAsync("fleet", "manifest", "load.http", "--agents", "2", "--nats", nats.Url, "--ship", "data",
            "--", "--iterations", "21", "--result", "r.json", "--threshold", "p99 < 1us");
        printed.ExitCode.ShouldBe(ExitCode.Success, printed.ToString());
        var objects = KubernetesYaml.LoadAllFromString(printed.Out, strict: true);
        using var pods = new Workspace();
        foreach (var (name, value) in Workspace.Environment) pods.Environment[name] = value;
        Mount(objects, pods);

        var agents = new List<DynoProcess>();
        foreach (var index in (int[])[1, 0]) // in no order
        {
            pods.Environment["JOB_COMPLETION_INDEX"] = $"{index}";
            agents.Add(DynoProcess.Start(pods, [.. CommandOf(objects, "dyno-agents")]));
        }
        pods.Environment.Remove("JOB_COMPLETION_INDEX");
        var run = await DynoProcess.RunAsync(pods, [.. CommandOf(objects, "dyno-coordinator")]);

        run.ExitCode.ShouldBe(99, run.ToString()); // the exit code of Dyno, and so the job's: a threshold was crossed
        var result = ResultFile.Read(pods["r.json"]);
        result.Measured.Totals.Requests.ShouldBe(21);
        result.Fleet!.Agents.Select(agent => (agent.Name, agent.Segment, agent.Requests)).ShouldBe([("agent-0", "0/2:1/2", 11), ("agent-1", "1/2:2/2", 10)]);
        foreach (var agent in agents)
        {
            (await agent.EndAsync()).ExitCode.ShouldBe(ExitCode.Success, "a pod ends with its run");
            agent.Dispose();
        }
    }

    [Fact]
    public async Task A_typo_a_key_and_files_that_do_not_fit_are_told_here()
    {
        var typo = await DynoAsync("fleet", "manifest", Url, "--", "--durration", "5s");
        typo.ExitCode.ShouldBe(ExitCode.WrongInput, typo.ToString());
        typo.Error.ShouldContain("--durration");

        await File.WriteAllBytesAsync(Workspace["large.bin"], new byte[1024 * 1024], Cancelled);
        var large = await DynoAsync("fleet", "manifest", Url, "--ship", "large.bin");
        large.ExitCode.ShouldBe(ExitCode.WrongInput, large.ToString());
        large.Error.ShouldContain("the size limit of a Kubernetes ConfigMap");

        await File.WriteAllTextAsync(Workspace["id.pem"], $"-----BEGIN PRIVATE KEY-----\n{new string('M', 64)}\n-----END PRIVATE KEY-----\n", Cancelled);
        var key = await DynoAsync("fleet", "manifest", Url, "--ship", "id.pem");
        key.ExitCode.ShouldBe(ExitCode.WrongInput, key.ToString());
        key.Error.ShouldContain("id.pem contains a private key");
    }

    private static IEnumerable<string> CommandOf(IEnumerable<object> objects, string job)
    {
        var command = objects.OfType<V1Job>().Single(one => one.Metadata.Name == job).Spec.Template.Spec.Containers[0].Command;
        command[0].ShouldBe("dyno");
        return command.Skip(1);
    }

    // As the kubelet would: the items of the ConfigMap as files.
    private static void Mount(IEnumerable<object> objects, Workspace folder)
    {
        var map = objects.OfType<V1ConfigMap>().Single();
        var items = objects.OfType<V1Job>().Single(job => job.Metadata.Name == "dyno-coordinator").Spec.Template.Spec.Volumes
            .Single(volume => volume.ConfigMap is not null).ConfigMap.Items;
        items.Select(item => item.Path).ShouldContain("data/rows.csv");
        foreach (var item in items)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(folder[item.Path])!);
            File.WriteAllBytes(folder[item.Path], map.BinaryData[item.Key]);
        }
    }
}
