using System.ComponentModel;
using System.Diagnostics;

namespace Dyno.Fleet;

/// <summary>
/// Several machines within this machine: Linux network namespaces, each with its own address, joined to this machine by a bridge.
/// Creating them needs root. Disposing this object removes them.
/// </summary>
public sealed class LocalNetwork : IAsyncDisposable
{
    private readonly string _name;
    private readonly ImmutableArray<string> _machines;

    private LocalNetwork(string name, string subnet, ImmutableArray<string> machines) => (_name, Subnet, _machines) = (name, subnet, machines);

    public string HostAddress => $"{Subnet}.1";

    private string Subnet { get; }

    /// <summary>Creates the network.</summary>
    /// <param name="machines">Names of the machines: letters and digits, at most 6 of them.</param>
    /// <returns>The network; null when the system or the process's rights do not allow it.</returns>
    public static async Task<LocalNetwork?> TryCreateAsync(ImmutableArray<string> machines)
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess) return null;
        var id = Environment.ProcessId;
        // Interface names have at most 15 characters. Each process uses a subnet of the private range that follows from its id.
        var network = new LocalNetwork($"dy{id}", string.Create(CultureInfo.InvariantCulture, $"10.{200 + id / 256 % 50}.{id % 256}"), machines);
        if (await network.MakeAsync()) return network;
        await network.DisposeAsync();
        return null;
    }

    /// <summary>The words that precede the command line of a program that runs on one of the machines.</summary>
    public ImmutableArray<string> Inside(string machine) => ["ip", "netns", "exec", Namespace(machine)];

    /// <summary>Name of a machine's cable (veth) at the end that is joined to the bridge.</summary>
    public string CableOf(string machine) => string.Create(CultureInfo.InvariantCulture, $"{_name}v{_machines.IndexOf(machine)}");

    public async ValueTask DisposeAsync()
    {
        foreach (var machine in _machines) await IpAsync("netns", "del", Namespace(machine));
        foreach (var machine in _machines) await IpAsync("link", "del", CableOf(machine));
        await IpAsync("link", "del", _name);
    }

    private string Namespace(string machine) => $"{_name}-{machine}";

    private async Task<bool> MakeAsync()
    {
        if (!await IpAsync("link", "add", _name, "type", "bridge") || !await IpAsync("addr", "add", $"{HostAddress}/24", "dev", _name)
            || !await IpAsync("link", "set", _name, "up")) return false;
        foreach (var (index, machine) in _machines.Index())
            if (!await AddAsync(machine, index + 2)) return false;
        return true;
    }

    private async Task<bool> AddAsync(string machine, int number)
    {
        var (space, cable) = (Namespace(machine), CableOf(machine));
        return await IpAsync("netns", "add", space)
            && await IpAsync("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space)
            && await IpAsync("link", "set", cable, "master", _name)
            && await IpAsync("link", "set", cable, "up")
            && await IpAsync("-n", space, "link", "set", "lo", "up")
            && await IpAsync("-n", space, "addr", "add", string.Create(CultureInfo.InvariantCulture, $"{Subnet}.{number}/24"), "dev", "eth0")
            && await IpAsync("-n", space, "link", "set", "eth0", "up");
    }

    private static async Task<bool> IpAsync(params string[] words)
    {
        try
        {
            using var ip = Process.Start(new ProcessStartInfo("ip", words) { RedirectStandardError = true, RedirectStandardOutput = true })!;
            await Task.WhenAll(ip.StandardError.ReadToEndAsync(), ip.StandardOutput.ReadToEndAsync());
            await ip.WaitForExitAsync();
            return ip.ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }
}
