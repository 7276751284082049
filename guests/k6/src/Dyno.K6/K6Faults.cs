namespace Dyno.K6;

/// <summary>Faults of a user: a script that cannot be run, or that ended its run.</summary>
internal static class K6Faults
{
    /// <summary>The fault, with k6's exit code for it.</summary>
    /// <param name="exitCode">One of <see cref="K6ExitCode"/>.</param>
    /// <param name="hint">What to do or write instead; null when the message says it.</param>
    public static UserFault Of(int exitCode, string message, string? hint = null) => new(message, hint) { ExitsWith = exitCode };
}
