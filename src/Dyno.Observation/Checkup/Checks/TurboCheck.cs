namespace Dyno.Observation.Checkup;

/// <summary>Clock rates above the nominal one, which a CPU has only while it is cool enough.</summary>
internal sealed class TurboCheck() : MachineCheck("turbo", "the turbo clock depends on temperature and on how many cores are busy: the first run of a day is faster than the tenth")
{
    private const string Intel = "sys/devices/system/cpu/intel_pstate/no_turbo";
    private const string Others = "sys/devices/system/cpu/cpufreq/boost";

    public override CheckOutcome? Look(MachineView view) => (view.Files.ReadValue(Intel), view.Files.ReadValue(Others)) switch
    {
        ("0", _) => Warn("turbo is on", $"echo 1 | sudo tee /{Intel}"),
        (null, "1") => Warn("turbo is on", $"echo 0 | sudo tee /{Others}"),
        (null, null) => null,
        _ => Ok("off"),
    };
}
