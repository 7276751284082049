namespace Dyno.Observation.Tests;

public sealed class DotnetProcessTests : IDisposable
{
    private readonly HostFolder _host = new();
    private readonly string _own = Directory.CreateTempSubdirectory("dyno-own-tmp").FullName;

    public void Dispose()
    {
        _host.Dispose();
        Directory.Delete(_own, recursive: true);
    }

    [Fact]
    public void Finds_the_socket_in_the_folder_for_temporary_files_of_the_process()
    {
        if (!OperatingSystem.IsLinux()) return;
        Process($"PATH=/bin\0TMPDIR={_own}\0", "7f00 r-xp libcoreclr.so");
        DotnetProcess.Find(_host.Files, 4_000_010).Missing.ShouldStartWith($"its diagnostics socket is not in {_own}");

        File.WriteAllText(Path.Combine(_own, "dotnet-diagnostic-4000010-77-socket"), "");
        DotnetProcess.Find(_host.Files, 4_000_010).ShouldBe((4_000_010, null));
    }

    [Fact]
    public void Finds_the_socket_of_a_process_in_a_container_by_its_number_there()
    {
        if (!OperatingSystem.IsLinux()) return;
        Process("TMPDIR=/scratch\0", "7f00 r-xp libcoreclr.so");
        _host.With("proc/4000010/status", "Name:\tshop\nNSpid:\t4000010\t7\n").With("proc/4000010/root/scratch/dotnet-diagnostic-70-77-socket", "");
        DotnetProcess.Find(_host.Files, 4_000_010).Missing.ShouldStartWith("its diagnostics socket is not in /proc/4000010/root/scratch");

        _host.With("proc/4000010/root/scratch/dotnet-diagnostic-7-77-socket", "");
        DotnetProcess.Find(_host.Files, 4_000_010).ShouldBe((4_000_010, null));
    }

    [Fact]
    public void Says_that_diagnostics_are_switched_off()
    {
        if (!OperatingSystem.IsLinux()) return;
        Process("DOTNET_EnableDiagnostics=0\0", "7f00 r-xp libcoreclr.so");
        DotnetProcess.Find(_host.Files, 4_000_010).ShouldBe((null, "its environment switches diagnostics off (DOTNET_EnableDiagnostics=0)"));
    }

    [Fact]
    public void A_program_without_NET_has_nothing_to_say()
    {
        if (!OperatingSystem.IsLinux()) return;
        Process("PATH=/bin\0", "7f00 r-xp libc.so.6");
        DotnetProcess.Find(_host.Files, 4_000_010).ShouldBe((null, null));
    }

    private void Process(string environment, string maps) => _host.WithProcess(4_000_010, 1, 0, name: "shop")
        .With("proc/4000010/environ", environment).With("proc/4000010/maps", maps);
}
