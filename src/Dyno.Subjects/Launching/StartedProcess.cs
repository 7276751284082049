using System.Collections.Immutable;
using Dyno.Subjects.Certificates;
using Dyno.Subjects.Processes;

namespace Dyno.Subjects.Launching;

/// <summary>A subject's process, its address, and what it was started with.</summary>
/// <param name="Process">The process.</param>
/// <param name="Url">The address that it should listen on.</param>
/// <param name="CommandLine">Its command line, secrets masked.</param>
/// <param name="Secrets">The secrets to mask in its output.</param>
/// <param name="StartedAt">The clock's timestamp just before the start.</param>
/// <param name="Certificate">The certificate for https; null for http.</param>
internal sealed record StartedProcess(
    OwnedProcess Process, Uri Url, string CommandLine, SubjectSecrets Secrets, long StartedAt, ThrowAwayCertificate? Certificate)
    : IAsyncDisposable
{
    /// <summary>Kills the remaining processes, and removes the certificate.</summary>
    public async ValueTask DisposeAsync()
    {
        await Process.DisposeAsync();
        Certificate?.Dispose();
    }

    /// <summary>The last lines of the program's output, secrets masked.</summary>
    public ImmutableArray<string> Output() => Process.LastLines(StartFault.ShownLines);
}
