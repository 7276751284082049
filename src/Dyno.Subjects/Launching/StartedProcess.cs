using System.Collections.Immutable;
using Dyno.Subjects.Certificates;
using Dyno.Subjects.Processes;

namespace Dyno.Subjects.Launching;

/// <summary>A subject's process, where it should listen, and what it was started with.</summary>
/// <param name="Process">The process.</param>
/// <param name="Url">Where it should listen.</param>
/// <param name="CommandLine">Its command line, secrets masked.</param>
/// <param name="Secrets">What to mask in its output.</param>
/// <param name="StartedAt">Timestamp of the clock just before the start.</param>
/// <param name="Certificate">What it serves https with; null for http.</param>
internal sealed record StartedProcess(
    OwnedProcess Process, Uri Url, string CommandLine, SubjectSecrets Secrets, long StartedAt, ThrowAwayCertificate? Certificate)
    : IAsyncDisposable
{
    /// <summary>Kills what is left of it, and removes its certificate.</summary>
    public async ValueTask DisposeAsync()
    {
        await Process.DisposeAsync();
        Certificate?.Dispose();
    }

    /// <summary>The last lines it wrote, secrets masked.</summary>
    public ImmutableArray<string> Output() => Process.LastLines(StartFault.ShownLines);
}
