namespace Dyno.Observation.Checkup;

/// <summary>Battery and power profile.</summary>
internal sealed class PowerCheck() : MachineCheck("power", "on battery, or in a power-saving profile, the firmware lowers clocks at any time")
{
    private const string Supplies = "sys/class/power_supply";
    private const string Profile = "sys/firmware/acpi/platform_profile";

    public override bool ConcernsRuns => true;

    public override CheckOutcome? Look(MachineView view)
    {
        var batteries = view.Files.Folders(Supplies).Where(name => view.Files.ReadValue($"{Supplies}/{name}/type") == "Battery"
            && view.Files.ReadValue($"{Supplies}/{name}/scope") != "Device").ToList(); // the battery of a device such as a mouse does not count
        if (batteries.Any(name => view.Files.ReadValue($"{Supplies}/{name}/status") == "Discharging"))
            return Warn("runs on battery", "plug it in");
        if (view.Files.ReadValue(Profile) is { } profile and ("low-power" or "quiet" or "cool"))
            return Warn($"the power profile is {profile}", "powerprofilesctl set performance");
        return Ok(batteries.Count > 0 ? "mains" : "no battery");
    }
}
