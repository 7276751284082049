using Dyno.Observation.Machines;

namespace Dyno.Observation.Checkup;

/// <summary>Container or virtual machine.</summary>
internal sealed class VirtualizationCheck() : MachineCheck("virtualization", "neighbours on the same hardware cannot be seen from here; caches, memory and network are shared with them")
{
    public override CheckOutcome? Look(MachineView view) => Virtualization.Read(view.Files) is { } what
        ? Warn($"runs in {what}", "compare only what was measured side by side (dyno compare), never with figures of another day or machine")
        : Ok("neither a container nor a virtual machine shows");
}
