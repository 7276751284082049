using System.Net;
using System.Net.Sockets;

namespace Dyno.Observation.Tests;

public sealed class ListeningProcessTests
{
    [Fact]
    public void Finds_the_process_behind_a_port_and_the_parent_of_those_that_share_it()
    {
        if (!OperatingSystem.IsLinux()) return;
        using var host = new HostFolder();
        host.With("proc/net/tcp", """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1388 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1
               1: 0100007F:1388 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1
               2: 0100007F:1389 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4713 1
            """).WithProcess(10, 1, 0, name: "shop").WithProcess(11, 10, 0, name: "shop").WithProcess(12, 1, 0, name: "client").WithProcess(13, 1, 0, name: "docker-proxy");
        host.WithLink("proc/10/fd/3", "socket:[4711]").WithLink("proc/11/fd/3", "socket:[4711]").WithLink("proc/12/fd/3", "socket:[4712]").WithLink("proc/13/fd/3", "socket:[4713]");

        ListeningProcess.Owner(host.Files, 5000, ownId: 1).ShouldBe((10, "shop"));
        ListeningProcess.Owner(host.Files, 5001, ownId: 1).ShouldBe((13, "docker-proxy"));
        ListeningProcess.Owner(host.Files, 5002, ownId: 1).ShouldBeNull();
        ListeningProcess.Behind(host.Files, 13, ownId: 1).ShouldBeNull();
    }

    // As an Aspire 13.6 app host runs a project: dcp listens at the address of the launch profile and forwards to a port of its own choice.
    [Fact]
    public void Finds_the_server_behind_a_program_that_forwards()
    {
        if (!OperatingSystem.IsLinux()) return;
        using var host = new HostFolder();
        host.With("proc/net/tcp", """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1388 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1
               1: 0100007F:1388 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 2 1
               2: 0100007F:D431 0100007F:1388 01 00000000:00000000 00:00000000 00000000  1000        0 3 1
               3: 0100007F:D432 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 4 1
               4: 0100007F:9C40 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 5 1
               5: 0100007F:D433 0100007F:9C41 01 00000000:00000000 00:00000000 00000000  1000        0 6 1
               6: 0100007F:9C41 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 7 1
            """).WithProcess(20, 1, 0, name: "dcp").WithProcess(21, 1, 0, name: "dcp").WithProcess(22, 20, 0, name: "Shop.Api")
            .With("proc/22/cmdline", "/src/Shop.Api/bin/Debug/net10.0/Shop.Api\0--urls\0x");
        host.WithLink("proc/20/fd/3", "socket:[1]").WithLink("proc/20/fd/4", "socket:[2]").WithLink("proc/20/fd/5", "socket:[4]").WithLink("proc/20/fd/6", "socket:[6]")
            .WithLink("proc/21/fd/3", "socket:[7]").WithLink("proc/22/fd/3", "socket:[5]");

        var behind = ListeningProcess.Behind(host.Files, 20, ownId: 1);
        behind.ShouldBe((22, "Shop.Api"));
        ListeningProcess.Server(host.Files, behind, "dcp").ShouldBe(new FoundServer(22, "Shop.Api", "dcp", IsDebugBuild: true));
    }

    [Theory]
    [InlineData("00000000000000000000000001000000", "shop at 127.0.0.1, other at ::1")]  // one program at each address
    [InlineData("00000000000000000000000000000000", "shop at 127.0.0.1, other at ::1")]  // at all addresses, but the nearer one takes 127.0.0.1
    public void Two_programs_at_the_two_addresses_of_a_name_are_told_apart(string local, string expected)
    {
        if (!OperatingSystem.IsLinux()) return;
        using var host = new HostFolder();
        host.With("proc/net/tcp", """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1388 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1
            """).With("proc/net/tcp6", $"""
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: {local}:1388 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4712 1
               1: 00000000000000000000000000000000:1389 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4713 1
            """).WithProcess(10, 1, 0, name: "shop").WithProcess(11, 1, 0, name: "other").WithProcess(12, 1, 0, name: "both");
        host.WithLink("proc/10/fd/3", "socket:[4711]").WithLink("proc/11/fd/3", "socket:[4712]").WithLink("proc/12/fd/3", "socket:[4713]");

        Words(5000).ShouldBe(expected);
        Words(5001).ShouldBe("both at 127.0.0.1");
        Words(5002).ShouldBe("");

        string Words(int port) => string.Join(", ", ListeningProcess.Different(host.Files, [IPAddress.Loopback, IPAddress.IPv6Loopback], port, ownId: 1)
            .Select(at => $"{at.Process.Name} at {at.Address}"));
    }

    [Fact]
    public void Is_never_the_generator_itself()
    {
        if (!OperatingSystem.IsLinux()) return;
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var port = ((IPEndPoint)listener.LocalEndPoint!).Port;

        ListeningProcess.Owner(HostFiles.Machine, port, ownId: 1).ShouldNotBeNull().Id.ShouldBe(Environment.ProcessId);
        ListeningProcess.Owner(HostFiles.Machine, port, Environment.ProcessId).ShouldBeNull();
    }
}
