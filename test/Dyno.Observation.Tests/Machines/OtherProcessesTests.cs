namespace Dyno.Observation.Tests;

public sealed class OtherProcessesTests : IDisposable
{
    private const int Generator = 20;
    private const int Server = 30;
    private readonly HostFolder _host = new();

    [Fact]
    public void The_first_line_of_stat_is_read() =>
        MachineCpuTimes.Parse("cpu  170288 1 31619 472017 535 10 317 313 5 6\ncpu0 1 2 3\n")
            .ShouldBe(new MachineCpuTimes(170288 + 1 + 31619, 313, 170288 + 1 + 31619 + 472017 + 535 + 10 + 317 + 313));

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("intr 1 2 3 4 5 6")]
    public void Anything_else_is_none(string? text) => MachineCpuTimes.Parse(text).ShouldBeNull();

    [Fact]
    public void What_generator_and_server_used_is_not_others()
    {
        Machine(user: 0, idle: 0, steal: 0).WithProcess(Generator, 1, 0)
            .WithProcess(Server, 1, 0, children: "31").WithProcess(31, Server, 0);
        var before = Read();
        Machine(user: 160, idle: 30, steal: 10).WithProcess(Generator, 1, 60)
            .WithProcess(Server, 1, 70, children: "31").WithProcess(31, Server, 20);

        Read().PercentSince(before).ShouldBe((5.0, 5.0));
    }

    [Fact]
    public void A_busy_process_in_sight_counts_in_full_even_when_the_machines_sum_hides_it()
    {
        Machine(user: 0, idle: 0, steal: 0).WithProcess(Generator, 1, 0).WithProcess(Server, 1, 0).WithProcess(40, 1, 1_000);
        var before = Read();
        Machine(user: 100, idle: 100, steal: 0).WithProcess(Generator, 1, 60).WithProcess(Server, 1, 40).WithProcess(40, 1, 1_030);

        Read().PercentSince(before).Others.ShouldBe(15.0);
    }

    [Fact]
    public void A_new_process_with_an_old_id_starts_at_zero_and_the_kernels_packet_threads_are_left_out()
    {
        Machine(user: 0, idle: 0, steal: 0).WithProcess(40, 1, 1_000, startTicks: 1).WithProcess(9, 2, 0, name: "ksoftirqd/0");
        var before = Read();
        Machine(user: 0, idle: 100, steal: 0).WithProcess(40, 1, 10, startTicks: 2).WithProcess(9, 2, 50, name: "ksoftirqd/0");

        Read().PercentSince(before).Others.ShouldBe(10.0);
    }

    [Fact]
    public void A_generator_among_the_processes_of_its_fleet_counts_once_and_its_sisters_are_no_others()
    {
        const int Agent = 10, Sister = 11;
        Machine(user: 0, idle: 0, steal: 0).WithProcess(Agent, 1, 0, children: $"{Generator}").WithProcess(Generator, Agent, 0)
            .WithProcess(Sister, 1, 0, children: "21").WithProcess(21, Sister, 0).WithProcess(40, 1, 0);
        var before = OtherProcesses.Read(_host.Files, Generator, [Agent, Sister]).ShouldNotBeNull();
        Machine(user: 100, idle: 100, steal: 0).WithProcess(Agent, 1, 5, children: $"{Generator}").WithProcess(Generator, Agent, 45)
            .WithProcess(Sister, 1, 0, children: "21").WithProcess(21, Sister, 40).WithProcess(40, 1, 10);

        OtherProcesses.Read(_host.Files, Generator, [Agent, Sister]).ShouldNotBeNull().PercentSince(before).Others.ShouldBe(5.0);
    }

    [Fact]
    public void Without_proc_nothing_is_read() => OtherProcesses.Read(_host.Files, Generator, []).ShouldBeNull();

    public void Dispose() => _host.Dispose();

    private HostFolder Machine(long user, long idle, long steal) => _host.With("proc/stat", $"cpu  {user} 0 0 {idle} 0 0 0 {steal} 0 0\n");

    private OtherProcesses Read() => OtherProcesses.Read(_host.Files, Generator, [Server]).ShouldNotBeNull();
}
