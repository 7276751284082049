using System.Text.Json;
using Dyno.Load.Plans;
using Dyno.Results.Files;
using Dyno.Results.Problems;

namespace Dyno.Cli.Doctor;

/// <summary>Calibrations of this user, one a machine and number of workers: <c>calibration.json</c> in <c>~/.dyno</c>.</summary>
internal sealed class CalibrationStore(string file)
{
    private static readonly JsonSerializerOptions Options = new() { PropertyNamingPolicy = JsonNamingPolicy.CamelCase, WriteIndented = true };

    /// <summary>The store in the user's home.</summary>
    public static CalibrationStore OfUser() => new(Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".dyno", "calibration.json"));

    /// <summary>The user's ceiling for a plan on this machine; null when it was never measured.</summary>
    public static double? CeilingOf(TestPlan plan) => OfUser().CeilingOf(plan.Workers);

    /// <summary>How this machine is called there.</summary>
    public static string ThisMachine => $"{Environment.MachineName}, {Environment.ProcessorCount} CPUs";

    /// <summary>The file.</summary>
    public string Location => file;

    /// <summary>The ceiling of this machine with so many workers; null when it was never measured, or cannot be read.</summary>
    public double? CeilingOf(int workers) => File.Exists(file) ? Find(ThisMachine, workers)?.RequestsPerSecond : null;

    /// <summary>A calibration; null when there is none.</summary>
    public Calibration? Find(string machine, int workers) => Read().FirstOrDefault(known => known.Machine == machine && known.Workers == workers);

    /// <summary>Keeps one in place of an earlier one.</summary>
    /// <exception cref="UserFault">It cannot be written.</exception>
    public void Save(Calibration calibration)
    {
        Calibration[] all = [.. Read().Where(known => known.Machine != calibration.Machine || known.Workers != calibration.Workers), calibration];
        WholeFile.Write(file, JsonSerializer.Serialize(all, Options) + "\n");
    }

    // A damaged file is as good as none: the rule is silent, and the next calibration replaces it.
    private Calibration[] Read()
    {
        try
        {
            return File.Exists(file) ? JsonSerializer.Deserialize<Calibration[]>(File.ReadAllText(file), Options) ?? [] : [];
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            return [];
        }
    }
}
