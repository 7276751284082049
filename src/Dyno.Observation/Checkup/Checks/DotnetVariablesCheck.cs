using Dyno.Results;

namespace Dyno.Observation.Checkup;

/// <summary>Variables of this shell that change how .NET programs run.</summary>
internal sealed class DotnetVariablesCheck() : MachineCheck("dotnet-variables", "the program under test and Dyno inherit these variables: the figures depend on this shell")
{
    private static readonly string[] Prefixes = ["DOTNET_", "COMPlus_"];

    // Names after the prefix: the tiers of the JIT, the garbage collector, the thread pool, sockets, diagnosis.
    private static readonly string[] Names =
    [
        "Tiered", "TC_", "OSR_", "ReadyToRun", "JIT", "Enable", "GC", "PROCESSOR_COUNT", "ThreadPool", "SYSTEM_NET_", "HillClimbing", "STARTUP_HOOKS",
        "legacyCorruptedState", "DiagnosticPorts", "PerfMap", "EventPipe", "Thread_",
    ];

    public override bool ConcernsRuns => true;

    public override CheckOutcome? Look(MachineView view)
    {
        var found = view.Variables.Where(variable => ChangesResults(variable.Key) && variable.Value.Length > 0)
            .OrderBy(variable => variable.Key, StringComparer.Ordinal).ToList();
        if (found.Count == 0) return Ok("no variable that changes how .NET runs is set");
        return Warn($"set in this shell: {string.Join(", ", found.Select(variable => $"{variable.Key}={Redaction.Value(variable.Key, variable.Value)}"))}",
            $"unset {string.Join(' ', found.Select(variable => variable.Key))}; set what the program needs for the program only (--subject-env NAME=VALUE, or its runtimeconfig)");
    }

    private static bool ChangesResults(string name) => name is "CORECLR_ENABLE_PROFILING" or "CORECLR_PROFILER"
        || Prefixes.Any(prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase)
            && Names.Any(known => name.AsSpan(prefix.Length).StartsWith(known, StringComparison.OrdinalIgnoreCase)));
}
