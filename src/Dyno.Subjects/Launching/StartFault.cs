using System.Globalization;
using Dyno.Subjects.Readiness;

namespace Dyno.Subjects.Launching;

/// <summary>Says in a person's words why a subject did not come up.</summary>
internal static class StartFault
{
    /// <summary>Lines of output that are shown.</summary>
    public const int ShownLines = 20;

    /// <summary>It ended before it answered.</summary>
    public static SubjectException Exited(string name, int exitCode, StartedProcess started) => new(SubjectFault.ExitedAtStart,
        $"{name} ended with exit code {exitCode}{Meaning(exitCode)} before it answered at {started.Url}",
        $"start it by hand with ASPNETCORE_ENVIRONMENT=Production to see why; all it wrote is in {started.Process.Output.FilePath}",
        started.Output());

    /// <summary>It is up and does not answer as it should.</summary>
    public static SubjectException NeverReady(string name, TimeSpan limit, ReadinessProbe probe, StartedProcess started)
    {
        var seconds = limit.TotalSeconds.ToString("0.#", CultureInfo.InvariantCulture);
        var said = probe.LastStatus is { } status ? $"its last answer was {(int)status} {status}" : "nothing answered";
        return new SubjectException(SubjectFault.NeverReady,
            $"{name} was not ready within {seconds} s: GET {probe.Url}: {said}", HintFor(probe, started), started.Output());
    }

    /// <summary>The port that the user wants is not free.</summary>
    public static SubjectException PortTaken(int port) => new(SubjectFault.PortInUse,
        $"port {port} is in use by another process", "stop that process, give another port, or give none: then a free one is taken");

    private static string HintFor(ReadinessProbe probe, StartedProcess started)
    {
        if (probe.LastStatus is not null) return "give a path that answers below 400 with --ready PATH";
        var ports = ListeningPorts.Of(started.Process.Id);
        return ports switch
        {
            null => "it has to listen on the address in ASPNETCORE_URLS",
            [] => "it listens on no port: give it more time with --ready-timeout, or see what it waits for",
            _ => $"it listens on port {string.Join(", ", ports)} instead of {started.Url.Port}: it has to take the address in "
                + "ASPNETCORE_URLS (Kestrel:Endpoints in appsettings.json and UseUrls win over it); "
                + "{url} and {port} in --subject-args and --subject-env stand for it",
        };
    }

    private static string Meaning(int exitCode) => exitCode switch
    {
        126 or 127 => " (it could not be executed)",
        131 or 134 => " (it crashed: see its output)",
        137 => " (killed, perhaps for want of memory)",
        139 => " (segmentation fault)",
        143 => " (asked to end by SIGTERM)",
        _ => "",
    };
}
