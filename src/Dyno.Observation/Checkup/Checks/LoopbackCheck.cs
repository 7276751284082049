using System.Globalization;

namespace Dyno.Observation.Checkup;

/// <summary>The network of a server on the same machine.</summary>
internal sealed class LoopbackCheck() : MachineCheck("loopback", "server and generator on one machine talk over loopback; the same CPUs handle its packets")
{
    private const int Up = 1;
    private const int UsualMtu = 65_536;

    public override CheckOutcome? Look(MachineView view)
    {
        if (view.Files.ReadValue("sys/class/net/lo/flags") is not { } text
            || !int.TryParse(text.Replace("0x", "", StringComparison.Ordinal), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var flags)) return null;
        if ((flags & Up) == 0) return Void("the loopback interface is down", "sudo ip link set lo up");
        return int.TryParse(view.Files.ReadValue("sys/class/net/lo/mtu"), out var mtu) && mtu < UsualMtu
            ? Warn($"loopback packets are at most {mtu} bytes", $"sudo ip link set lo mtu {UsualMtu}")
            : Ok("up");
    }
}
