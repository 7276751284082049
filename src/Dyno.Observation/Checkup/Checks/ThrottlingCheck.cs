namespace Dyno.Observation.Checkup;

/// <summary>CPUs that slow down because they are too hot.</summary>
internal sealed class ThrottlingCheck() : MachineCheck("throttling", "a CPU that is too hot lowers its clock in the middle of a run")
{
    public override bool IsSlow => true;

    public override CheckOutcome? Look(MachineView view)
    {
        if (view is not { Before: { } before, After: { } after } || !view.Files.Has("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count")) return null;
        var times = after.ThermalThrottles - before.ThermalThrottles;
        return times > 0
            ? Void($"cores slowed down {times} times during the check because they are too hot", "let the machine cool, clean its fans, or turn turbo off")
            : Ok("no core slowed down for heat");
    }
}
