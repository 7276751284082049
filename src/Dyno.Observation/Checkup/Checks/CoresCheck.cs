using Dyno.Results.Machines;

namespace Dyno.Observation.Checkup;

/// <summary>Whether server and generator can have CPUs of their own.</summary>
internal sealed class CoresCheck() : MachineCheck("cores", "on separate CPUs, server and generator do not take time from each other; .NET's server GC needs two CPUs")
{
    public override CheckOutcome? Look(MachineView view)
    {
        var allowed = CpuSet.TryParse(KeyedText.Find(view.Files.Read("proc/self/status"), "Cpus_allowed_list"), out var cpus) ? cpus.Count : view.Cpus;
        var seen = allowed < view.Cpus ? $"{allowed} of {Words.Cpus(view.Cpus)} may be used" : Words.Cpus(allowed);
        return allowed switch
        {
            1 => Void($"{seen}: server and generator share it", "use a machine with two CPUs or more, or load from another one"),
            < 4 => Warn($"{seen}: with --subject the server gets {Words.Cpus((allowed + 1) / 2)}",
                "for figures of a server with several CPUs use four or more; DOTNET_PROCESSOR_COUNT=2 keeps server GC on one"),
            _ => Ok($"{seen}: with --subject the server gets {(allowed + 1) / 2} and the generator {allowed / 2}"),
        };
    }
}
