using System.Globalization;
using Dyno.Subjects.Pinning;

namespace Dyno.Experiments.Trials;

/// <summary>What about this machine should be known before minutes are spent on it.</summary>
internal static class MachineWarnings
{
    private const double BusyPerCpu = 0.5;

    /// <summary>Tells it.</summary>
    public static void Tell(IExperimentListener listener)
    {
        var cpus = CpuAffinity.OfCurrentThread()?.Count ?? Environment.ProcessorCount;
        foreach (var warning in Of(cpus, LoadAverage())) listener.OnWarning(warning);
    }

    /// <summary>The warnings for a number of CPUs and a load average; null where it is not known.</summary>
    internal static IEnumerable<string> Of(int cpus, double? loadAverage)
    {
        if (cpus == 1)
            yield return "one CPU: server and generator share it, so rates are those of both together and latencies include the generator's turns; "
                + "compare variants with each other, and with nothing measured elsewhere";
        if (loadAverage > BusyPerCpu * cpus)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"the machine is busy: load average {loadAverage:0.0} on {cpus} CPUs; what runs beside the trials becomes their noise");
    }

    private static double? LoadAverage()
    {
        try
        {
            return double.Parse(File.ReadAllText("/proc/loadavg").Split(' ')[0], CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
        {
            return null;
        }
    }
}
