namespace Dyno.Subjects;

/// <summary>A subject's process, its address, and what it was started with.</summary>
/// <param name="Url">The address that it was given to listen on.</param>
/// <param name="CommandLine">Its command line in the folder of the publish, which outlives the working copy; secrets masked.</param>
/// <param name="Secrets">The secrets to mask in its output.</param>
/// <param name="StartedAt">The clock's timestamp just before the start.</param>
/// <param name="Certificate">The certificate for https; null for http.</param>
/// <param name="Files">The folder that it runs in; null for a command, which runs where the user says.</param>
internal sealed record StartedProcess(
    OwnedProcess Process, Uri Url, string CommandLine, SubjectSecrets Secrets, long StartedAt, ThrowAwayCertificate? Certificate, WorkingCopy? Files)
    : IAsyncDisposable
{
    /// <summary>The address that it answers at: the one that it was given, or one that its code or settings name.</summary>
    public Uri AnswersAt { get; init; } = Url;

    /// <summary>Kills the remaining processes, and removes the certificate and the working copy.</summary>
    public async ValueTask DisposeAsync()
    {
        await Process.DisposeAsync();
        Files?.Dispose();
        Certificate?.Dispose();
    }

    /// <summary>The last lines of the program's output, secrets masked.</summary>
    public ImmutableArray<string> Output() => Process.LastLines(StartFault.ShownLines);
}
