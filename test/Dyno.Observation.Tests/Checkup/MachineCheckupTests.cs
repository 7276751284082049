namespace Dyno.Observation.Tests;

public sealed class MachineCheckupTests : IDisposable
{
    private readonly HostFolder _host = new();
    private readonly Dictionary<string, string> _variables = [];

    public void Dispose() => _host.Dispose();

    public static TheoryData<string, CheckState, string, string> Files => new()
    {
        { "load-average", CheckState.Ok, "proc/loadavg", "0.30 0.20 0.10 1/100 1234\n" },
        { "load-average", CheckState.Warn, "proc/loadavg", "3.10 0.20 0.10 1/100 1234\n" },
        { "load-average", CheckState.Warn, "proc/loadavg", "9.00 0.20 0.10 1/100 1234\n" },
        { "cpu-pressure", CheckState.Ok, "proc/pressure/cpu", "some avg10=1.50 avg60=0.00 avg300=0.00 total=1\n" },
        { "cpu-pressure", CheckState.Warn, "proc/pressure/cpu", "some avg10=45.00 avg60=0.00 avg300=0.00 total=1\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n" },
        { "governor", CheckState.Ok, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n" },
        { "governor", CheckState.Warn, "sys/devices/system/cpu/cpu3/cpufreq/scaling_governor", "powersave\n" },
        { "turbo", CheckState.Warn, "sys/devices/system/cpu/intel_pstate/no_turbo", "0\n" },
        { "turbo", CheckState.Ok, "sys/devices/system/cpu/intel_pstate/no_turbo", "1\n" },
        { "turbo", CheckState.Warn, "sys/devices/system/cpu/cpufreq/boost", "1\n" },
        { "turbo", CheckState.Ok, "sys/devices/system/cpu/cpufreq/boost", "0\n" },
        { "cores", CheckState.Ok, "proc/self/status", "Cpus_allowed_list:\t0-3\n" },
        { "cores", CheckState.Warn, "proc/self/status", "Cpus_allowed_list:\t0,2\n" },
        { "cores", CheckState.Void, "proc/self/status", "Cpus_allowed_list:\t2\n" },
        { "container", CheckState.Warn, "sys/fs/cgroup/cpu.max", "150000 100000\n" },
        { "container", CheckState.Ok, "sys/fs/cgroup/cpu.max", "max 100000\n" },
        { "container", CheckState.Warn, "sys/fs/cgroup/memory.max", "268435456\n" },
        { "virtualization", CheckState.Warn, "sys/class/dmi/id/sys_vendor", "QEMU\n" },
        { "virtualization", CheckState.Warn, ".dockerenv", "" },
        { "memory", CheckState.Ok, "proc/meminfo", "MemTotal: 16000000 kB\nMemAvailable: 9000000 kB\n" },
        { "memory", CheckState.Warn, "proc/meminfo", "MemTotal: 16000000 kB\nMemAvailable: 900000 kB\n" },
        { "swap", CheckState.Ok, "proc/meminfo", "MemTotal: 1 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n" },
        { "swap", CheckState.Warn, "proc/meminfo", "MemTotal: 1 kB\nSwapTotal: 1000000 kB\nSwapFree: 400000 kB\n" },
        { "power", CheckState.Warn, "sys/firmware/acpi/platform_profile", "low-power\n" },
        { "power", CheckState.Ok, "sys/firmware/acpi/platform_profile", "performance\n" },
        { "clock", CheckState.Ok, "sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n" },
        { "clock", CheckState.Warn, "sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n" },
        { "open-files", CheckState.Ok, "proc/self/limits", "Max open files            1024                 1048576              files     \n" },
        { "open-files", CheckState.Warn, "proc/self/limits", "Max open files            1024                 4096                 files     \n" },
        { "open-files", CheckState.Void, "proc/self/limits", "Max open files            128                  128                  files     \n" },
        { "ports", CheckState.Ok, "proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n" },
        { "ports", CheckState.Warn, "proc/sys/net/ipv4/ip_local_port_range", "60000\t60999\n" },
        { "cpu-sampler", CheckState.Ok, "proc/sys/kernel/perf_event_paranoid", "-1\n" },
        { "cpu-sampler", CheckState.Ok, "proc/sys/kernel/perf_event_paranoid", "2\n" },
        { "cpu-sampler", CheckState.Warn, "proc/sys/kernel/perf_event_paranoid", "3\n" },
        { "loopback", CheckState.Ok, "sys/class/net/lo/flags", "0x9\n" },
        { "loopback", CheckState.Void, "sys/class/net/lo/flags", "0x8\n" },
    };

    [Theory, MemberData(nameof(Files))]
    public async Task Judges_what_a_file_of_the_machine_says(string check, CheckState state, string path, string text)
    {
        _host.With("sys/devices/system/cpu/online", "0-3\n").With("proc/self/cgroup", "0::/\n").With(path, text);

        var finding = (await LookAsync()).Single(finding => finding.Check == check);

        finding.State.ShouldBe(state, finding.Seen);
        finding.Seen.ShouldNotBeEmpty();
        finding.Why.ShouldNotBeEmpty();
        (finding.Fix.Length > 0).ShouldBe(state != CheckState.Ok, "what is in order needs no mending, everything else does");
    }

    [Fact]
    public async Task Names_the_governors_of_all_cpus()
    {
        _host.With("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n").With("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "schedutil\n");

        (await FindingAsync("governor")).Seen.ShouldBe("the CPU frequency governor is performance and schedutil");
    }

    [Theory]
    [InlineData(100, CheckState.Ok)]
    [InlineData(9_000, CheckState.Warn)]
    [InlineData(27_000, CheckState.Void)]
    public async Task Compares_closed_connections_with_the_ports_there_are(int waiting, CheckState state)
    {
        _host.With("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n")
            .With("proc/net/sockstat", $"sockets: used 555\nTCP: inuse 4 orphan 0 tw {waiting} alloc 512 mem 20\n");

        (await FindingAsync("time-wait")).State.ShouldBe(state);
    }

    [Fact]
    public async Task Tells_a_laptop_on_battery_from_its_wireless_mouse()
    {
        _host.With("sys/class/power_supply/mouse/type", "Battery\n").With("sys/class/power_supply/mouse/scope", "Device\n")
            .With("sys/class/power_supply/mouse/status", "Discharging\n");
        (await FindingAsync("power")).State.ShouldBe(CheckState.Ok);

        _host.With("sys/class/power_supply/BAT0/type", "Battery\n").With("sys/class/power_supply/BAT0/status", "Discharging\n");
        (await FindingAsync("power")).ShouldSatisfyAllConditions(f => f.State.ShouldBe(CheckState.Warn), f => f.Seen.ShouldBe("runs on battery"));
    }

    [Fact]
    public async Task Says_which_two_cpus_are_one_core()
    {
        _host.With("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0-1\n").With("sys/devices/system/cpu/cpu1/topology/thread_siblings_list", "0-1\n");

        (await FindingAsync("hyper-threads")).ShouldSatisfyAllConditions(f => f.State.ShouldBe(CheckState.Warn), f => f.Seen.ShouldStartWith("2 CPUs are 1 core"));
    }

    [Fact]
    public async Task Names_antivirus_and_containers_that_run()
    {
        _host.WithProcess(10, 1, 0, name: "clamd").WithProcess(11, 1, 0, name: "dockerd").WithProcess(12, 1, 0, name: "bash");
        (await FindingAsync("antivirus")).Seen.ShouldBe("running: clamd");
        (await FindingAsync("docker")).Seen.ShouldBe("running: dockerd");

        _host.WithProcess(13, 1, 0, name: "containerd-shim");
        (await FindingAsync("docker")).Seen.ShouldBe("containers run (containerd-shim)");
    }

    [Fact]
    public async Task Lists_variables_that_change_dotnet_and_no_others()
    {
        _variables["DOTNET_NOLOGO"] = "1";
        _variables["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        _variables["PATH"] = "/bin";
        (await FindingAsync("dotnet-variables")).State.ShouldBe(CheckState.Ok);

        _variables["DOTNET_TieredPGO"] = "0";
        _variables["DOTNET_gcServer"] = "1";
        _variables["COMPlus_ReadyToRun"] = "0";
        var finding = await FindingAsync("dotnet-variables");
        finding.Seen.ShouldBe("set in this shell: COMPlus_ReadyToRun=0, DOTNET_TieredPGO=0, DOTNET_gcServer=1");
        finding.Fix.ShouldStartWith("unset COMPlus_ReadyToRun DOTNET_TieredPGO DOTNET_gcServer;");
    }

    [Fact]
    public async Task Names_who_uses_the_cpus_between_two_looks()
    {
        _host.With("sys/devices/system/cpu/online", "0-1\n").With("proc/stat", "cpu  100 0 0 1000 0 0 0 10 0 0\n").WithProcess(20, 1, 50, name: "msbuild");
        var later = new SteppedLook(() => _host.With("proc/stat", "cpu  180 0 0 1080 0 0 0 50 0 0\n").WithProcess(20, 1, 110, name: "msbuild"));

        var findings = await new MachineCheckup(_host.Files, _variables, later).LookAsync(TimeSpan.FromSeconds(1), TestContext.Current.CancellationToken);

        findings.Single(f => f.Check == "cpu-use").ShouldSatisfyAllConditions(
            f => f.State.ShouldBe(CheckState.Warn),
            f => f.Seen.ShouldBe("40 % of 2 CPUs in use: msbuild 60 % of a CPU"));
        findings.Single(f => f.Check == "steal").ShouldSatisfyAllConditions(
            f => f.State.ShouldBe(CheckState.Void), f => f.Seen.ShouldStartWith("20 % "));
    }

    [Fact]
    public async Task Sees_throttling_and_swapping_between_two_looks()
    {
        const string hot = "sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count";
        _host.With(hot, "4\n").With("proc/vmstat", "nr_free 1\npswpin 10\npswpout 20\n").With("sys/fs/cgroup/cpu.stat", "usage_usec 1\nnr_throttled 7\n");
        var later = new SteppedLook(() => _host.With(hot, "6\n").With("proc/vmstat", "nr_free 1\npswpin 10\npswpout 25\n")
            .With("sys/fs/cgroup/cpu.stat", "usage_usec 1\nnr_throttled 9\n"));

        var findings = await new MachineCheckup(_host.Files, _variables, later).LookAsync(TimeSpan.FromSeconds(1), TestContext.Current.CancellationToken);

        foreach (var check in (string[])["throttling", "swap", "container"]) findings.Single(f => f.Check == check).State.ShouldBe(CheckState.Void, check);
    }

    [Fact]
    public void A_run_repeats_only_what_concerns_its_figures_and_is_not_in_order()
    {
        _host.With("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n") // concerns them
            .With("sys/class/dmi/id/sys_vendor", "QEMU\n") // a warning, but true of every run in every cloud
            .With("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n"); // in order

        new MachineCheckup(_host.Files, _variables, TimeProvider.System).LookForRun().Select(f => f.Check).ShouldBe(["governor"]);
    }

    [Fact]
    public async Task Leaves_out_what_a_system_does_not_show() =>
        (await LookAsync()).Select(f => f.Check).ShouldNotContain("load-average");

    private async Task<MachineFinding> FindingAsync(string check) => (await LookAsync()).Single(finding => finding.Check == check);

    private async Task<IReadOnlyList<MachineFinding>> LookAsync() =>
        await new MachineCheckup(_host.Files, _variables, TimeProvider.System).LookAsync(TimeSpan.FromMilliseconds(1), TestContext.Current.CancellationToken);

    /// <summary>A clock on which the time between two looks passes at once, with something happening in it.</summary>
    private sealed class SteppedLook(Action between) : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            between();
            return System.CreateTimer(callback, state, TimeSpan.Zero, period);
        }
    }
}
