namespace Dyno.Reporting;

/// <summary>What a server used, in words; figures that a server elsewhere does not give are left out.</summary>
internal static class ServerWords
{
    /// <summary>The CPUs that were busy: <c>1.24 of 2 CPUs</c>; null when it is not known.</summary>
    public static string? Busy(ServerObservation server) => !server.KnowsCpu ? null
        : server.AvailableCpus == 0 ? $"{FigureText.Digits(server.CpuCores)} CPUs" : $"{FigureText.Digits(server.CpuCores)} of {FigureText.Count(server.AvailableCpus, "CPU")}";

    /// <summary>The figures that do not come, as the end of a sentence; null when all come.</summary>
    public static string? Missing(ServerObservation server) =>
        server.Missing.IsDefaultOrEmpty ? null : $"not given by the {server.Source}: {string.Join(", ", server.Missing)}";
}
