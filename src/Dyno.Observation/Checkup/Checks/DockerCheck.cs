namespace Dyno.Observation.Checkup;

/// <summary>Containers beside the measurement.</summary>
internal sealed class DockerCheck() : MachineCheck("docker", "containers take CPU time, and every packet passes through their network rules")
{
    private static readonly string[] Daemons = ["dockerd", "containerd", "podman", "kubelet", "k3s", "com.docker"];
    private static readonly string[] Containers = ["containerd-shim", "docker-proxy", "conmon"];

    public override bool IsSlow => true;

    public override CheckOutcome? Look(MachineView view)
    {
        // The names of Docker's shim processes begin like the name of the daemon.
        var containers = RunningPrograms.Among(view.Files, Containers);
        var daemons = RunningPrograms.Among(view.Files, Daemons).Except(containers).ToList();
        const string fix = "docker stop $(docker ps -q); sudo systemctl stop docker docker.socket; a restart of the machine also removes its network rules";
        if (containers.Count > 0) return Warn($"containers run ({string.Join(", ", containers)})", fix);
        return daemons.Count > 0 ? Warn($"running: {string.Join(", ", daemons)}", fix) : Ok("no container engine runs");
    }
}
