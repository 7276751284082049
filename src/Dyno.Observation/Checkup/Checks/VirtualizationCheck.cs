using Dyno.Observation.Machines;

namespace Dyno.Observation.Checkup;

/// <summary>Container or virtual machine.</summary>
internal sealed class VirtualizationCheck() : MachineCheck("virtualization", "other virtual machines on the same hardware are invisible from here, but share caches, memory and network")
{
    public override CheckOutcome? Look(MachineView view) => Virtualization.Read(view.Files) is { } what
        ? Warn($"runs in {what}", "compare only what was measured side by side (dyno compare), never with figures of another day or machine")
        : Ok("no sign of a container or a virtual machine");
}
