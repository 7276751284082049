namespace Dyno.Observation.Checkup;

/// <summary>Programs that inspect every file, process or packet.</summary>
internal sealed class AntivirusCheck() : MachineCheck("antivirus", "antivirus software scans files, processes and packets: start-ups get slower, and high percentiles rise")
{
    private static readonly string[] Known =
    [
        "clamd", "freshclam", "clamonacc", "wdavdaemon", "mdatp", "MsMpEng", "falcon-sensor", "sentinelone", "s1-agent", "ds_agent", "cbagentd",
        "cbdaemon", "esets", "oaeventd", "savd", "sophos", "sav-", "avast", "avgd", "bdsec", "kesl", "xagt", "taniumclient", "osqueryd", "auditd", "fapolicyd",
    ];

    public override bool IsSlow => true;

    public override CheckOutcome? Look(MachineView view) => RunningPrograms.Among(view.Files, Known) is { Count: > 0 } found
        ? Warn($"running: {string.Join(", ", found)}", "stop it for the measurement, or exclude the folders of the program under test and of .dyno from it")
        : Ok("no antivirus that Dyno knows is running");
}
