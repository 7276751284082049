using System.Net;
using System.Net.Sockets;
using Dyno.Observation.Processes;

namespace Dyno.Observation.Tests.Processes;

public sealed class ListeningProcessTests
{
    [Fact]
    public void Finds_the_process_behind_a_port_and_the_parent_of_those_that_share_it()
    {
        if (!OperatingSystem.IsLinux()) return;
        using var host = new HostFolder();
        host.With("proc/net/tcp", """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1388 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0000000000000000 100 0 0 10 0
               1: 0100007F:1388 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0000000000000000 100 0 0 10 0
               2: 0100007F:1389 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4713 1 0000000000000000 100 0 0 10 0
            """).WithProcess(10, 1, 0, name: "shop").WithProcess(11, 10, 0, name: "shop").WithProcess(12, 1, 0, name: "client").WithProcess(13, 1, 0, name: "docker-proxy");
        host.WithLink("proc/10/fd/3", "socket:[4711]").WithLink("proc/11/fd/3", "socket:[4711]").WithLink("proc/12/fd/3", "socket:[4712]").WithLink("proc/13/fd/3", "socket:[4713]");

        ListeningProcess.Find(host.Files, 5000, ownId: 1).ShouldBe((10, "shop"));
        ListeningProcess.Find(host.Files, 5001, ownId: 1).ShouldBeNull();
        ListeningProcess.Find(host.Files, 5002, ownId: 1).ShouldBeNull();
    }

    [Fact]
    public void Is_never_the_generator_itself()
    {
        if (!OperatingSystem.IsLinux()) return;
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var port = ((IPEndPoint)listener.LocalEndPoint!).Port;

        ListeningProcess.Find(HostFiles.Machine, port, ownId: 1).ShouldNotBeNull().Id.ShouldBe(Environment.ProcessId);
        ListeningProcess.Find(HostFiles.Machine, port, Environment.ProcessId).ShouldBeNull();
    }
}
