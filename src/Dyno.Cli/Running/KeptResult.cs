namespace Dyno.Cli;

/// <summary>The outcome of writing the files of a run.</summary>
internal sealed class KeptResult
{
    private readonly List<UserFault> _failures = [];

    /// <summary>The run in the store; null when it is not stored.</summary>
    public StoredRun? Stored { get; set; }

    /// <summary>Reports that were written into files.</summary>
    public List<string> Reports { get; } = [];

    /// <summary>Whether a file that was asked for could not be written.</summary>
    public bool HasFailed => _failures.Count > 0;

    /// <summary>Writes one file, and keeps the failure when the file cannot be written.</summary>
    public void Try(Action write)
    {
        try
        {
            write();
        }
        catch (UserFault failure)
        {
            _failures.Add(failure);
        }
    }

    /// <summary>Reports the files and the failures to the user.</summary>
    public void Tell(ProgressLines progress)
    {
        foreach (var failure in _failures) progress.Warn($"{failure.Message}\n      {failure.Hint}");
        foreach (var report in Reports) progress.Say($"report: {report}");
        if (Stored is { } stored) progress.Say($"kept as {progress.Terminal.Shown(stored.Path)}; see it again: dyno report last");
    }
}
