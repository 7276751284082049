namespace Dyno.Observation.Tests;

public sealed class ExactCpuTimeTests
{
    private const long Burnt = 300_000_000;

    /// <summary>What the process used beyond what its living threads did is what the one that has ended used, by its own clock.</summary>
    [Fact]
    public void Counts_threads_that_have_ended()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the clock of another process is Linux's");
        var cpu = new ExactCpuTime(Environment.ProcessId);
        var (own, folder) = (0L, "");
        var before = cpu.Nanos()!.Value;
        var living = LivingThreads();
        var spinning = new Thread(() =>
        {
            folder = Path.Combine("/proc", File.ResolveLinkTarget("/proc/thread-self", returnFinalTarget: false)!.FullName["/proc/".Length..]);
            while (own < Burnt) own = NanosOf(folder) ?? own;
        });
        spinning.Start();
        spinning.Join();
        while (Directory.Exists(folder)) Thread.Sleep(1);
        var others = LivingThreads().Sum(thread => thread.Value - living.GetValueOrDefault(thread.Key));
        var all = cpu.Nanos()!.Value - before;

        own.ShouldBeGreaterThanOrEqualTo(Burnt);
        (all - others).ShouldBeGreaterThan(own * 9 / 10, $"{all} ns in all, {others} of them by threads that live");
    }

    [Fact]
    public async Task A_probe_reads_it_with_the_idle_time_of_the_servers_CPUs_unless_a_service_shares_them()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the clock of another process is Linux's");
        var alone = await Probe().ReadCpuAsync(TestContext.Current.CancellationToken);
        alone.ShouldNotBeNull().UsedNanos.ShouldNotBeNull().ShouldBeGreaterThan(0);
        alone.IdleNanos.ShouldNotBeNull();
        alone.Cpus.ShouldBeGreaterThan(0);

        (await Probe(new WatchedService("db", "postgres", Environment.ProcessId, null)).ReadCpuAsync(TestContext.Current.CancellationToken))!.IdleNanos.ShouldBeNull();
        (await Probe(new WatchedService("db", "postgres", Environment.ProcessId, "4095")).ReadCpuAsync(TestContext.Current.CancellationToken))!.IdleNanos.ShouldNotBeNull();

        static ServerProbe Probe(params ImmutableArray<WatchedService> services) =>
            new(Environment.ProcessId, RuntimeAttachment.Nothing, services, TimeProvider.System);
    }

    [Fact]
    public void Of_a_process_that_is_not_there_nothing_is_read() => new ExactCpuTime(int.MaxValue - 7).Nanos().ShouldBeNull();

    private static Dictionary<string, long> LivingThreads() => Directory.GetDirectories("/proc/self/task")
        .Select(folder => (Name: Path.GetFileName(folder), Nanos: NanosOf(folder))).Where(thread => thread.Nanos is not null)
        .ToDictionary(thread => thread.Name, thread => thread.Nanos!.Value);

    // Nanoseconds on a CPU come first; null when the thread has ended meanwhile.
    private static long? NanosOf(string folder)
    {
        try
        {
            return long.Parse(File.ReadAllText(Path.Combine(folder, "schedstat")).Split(' ')[0], CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            return null;
        }
    }
}
