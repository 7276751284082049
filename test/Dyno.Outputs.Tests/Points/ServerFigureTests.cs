namespace Dyno.Outputs.Tests;

public sealed class ServerFigureTests
{
    private static readonly OutputPoint Point = new(DateTimeOffset.UnixEpoch, "run", Snapshots.At(1) with
    {
        Server = new ServerMoment { CpuCores = 0.5, WorkingSetBytes = 1000, GcPauseMillis = 20, ThreadPoolThreads = 7 },
    });

    [Fact]
    public void Prometheus_gets_the_servers_figures_in_base_units()
    {
        var page = Dyno.Outputs.PrometheusPage.Of([Point]);

        page.ShouldContain("# HELP dyno_server_gc_pause_ratio Share of time in GC pauses, in the last second");
        page.ShouldContain("dyno_server_gc_pause_ratio{run=\"run\",phase=\"measure\"} 0.02");
        page.ShouldContain("dyno_server_working_set_bytes{run=\"run\",phase=\"measure\"} 1000");
        page.ShouldContain("dyno_server_cpu_cores{run=\"run\",phase=\"measure\"} 0.5");
        page.ShouldNotContain("dyno_server_heap_bytes{"); // not known in this second
    }

    [Fact]
    public void Influx_gets_them_too()
    {
        LineProtocol.LineOf(Point).ShouldContain(",server_gc_pause_ratio=0.02");
        LineProtocol.LineOf(Point).ShouldContain(",server_threads=7");
    }
}
