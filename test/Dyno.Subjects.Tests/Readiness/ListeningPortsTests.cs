namespace Dyno.Subjects.Tests;

public sealed class ListeningPortsTests
{
    [Fact]
    public void Only_listening_sockets_count()
    {
        string[] table =
        [
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
            "   0: 0100007F:1450 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 41527 1 0000000000000000 100 0 0 10 0",
            "   1: 0100007F:1450 0100007F:D0A4 01 00000000:00000000 00:00000000 00000000  1000        0 41530 1 0000000000000000 20 4 30 10 -1",
            "   2: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 77 1 0",
        ];

        ListeningPorts.Parse(table).ShouldBe([(5200, "41527"), (8080, "77")]);
    }

    [Fact]
    public void A_port_that_another_process_listens_on_is_free_no_more()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;

        FreePort.IsFree(port).ShouldBeFalse();
        FreePort.Next().ShouldNotBe(port);
    }
}
