namespace Dyno.Cli;

/// <summary>The calibrations of this user, one per machine and number of workers: <c>calibration.json</c> in <c>~/.dyno</c>.</summary>
internal sealed class CalibrationStore(string file)
{
    private static readonly JsonSerializerOptions Options = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase, WriteIndented = true };

    /// <summary>The store in the user's home.</summary>
    public static CalibrationStore OfUser() => new(Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".dyno", "calibration.json"));

    /// <summary>The generator's ceiling for a plan on this machine, in requests per second; null when it was never measured.</summary>
    public static double? CeilingOf(TestPlan plan) => OfUser().CeilingOf(plan.Workers);

    public static string ThisMachine => $"{Environment.MachineName}, {Environment.ProcessorCount} CPUs";

    public string Location => file;

    /// <summary>This machine's ceiling with this number of workers, in requests per second; null when it was never measured, or cannot be read.</summary>
    public double? CeilingOf(int workers) => File.Exists(file) ? Find(ThisMachine, workers)?.RequestsPerSecond : null;

    /// <summary>The calibration of a machine with this number of workers; null when there is none.</summary>
    public Calibration? Find(string machine, int workers) => Read().FirstOrDefault(known => known.Machine == machine && known.Workers == workers);

    /// <summary>Stores a calibration in place of an earlier one for the same machine and number of workers.</summary>
    /// <exception cref="UserFault">The file cannot be written.</exception>
    public void Save(Calibration calibration)
    {
        Calibration[] all = [.. Read().Where(known => known.Machine != calibration.Machine || known.Workers != calibration.Workers), calibration];
        WholeFile.Write(file, JsonSerializer.Serialize(all, Options) + "\n");
    }

    // A damaged file counts as a missing file: no ceiling is known, and the next calibration replaces the file.
    private Calibration[] Read() =>
        Attempt.Read(() => File.Exists(file) ? JsonSerializer.Deserialize<Calibration[]>(File.ReadAllText(file), Options) : null) ?? [];
}
