namespace Dyno.Cli;

/// <summary>
/// Progress on stderr. On a terminal one line is rewritten in place; elsewhere (a CI log) a line is written every few seconds and at each
/// change of phase; when quiet, nothing. Secrets are masked. Thread-safe, because signals write while a run reports.
/// </summary>
internal sealed class ProgressLines(Terminal terminal, bool isQuiet) : IRunListener, IDisposable
{
    private static readonly TimeSpan PlainInterval = TimeSpan.FromSeconds(5);

    private readonly Lock _lock = new();
    private bool _hasLiveLine;
    private RunPhase? _phase;
    private TimeSpan _nextPlain;
    private string? _shown;

    public Terminal Terminal => terminal;

    /// <summary>Text appended to each progress line; null for nothing.</summary>
    public Func<string?>? Suffix { get; set; }

    /// <summary>Writes a stage of the run, which stays on the screen.</summary>
    public void Say(string text)
    {
        if (isQuiet) return;
        lock (_lock)
        {
            ClearLine();
            terminal.Error.WriteLine($"dyno: {VisibleText.Of(Redaction.Lines(text))}");
        }
    }

    /// <summary>Writes what the user must see, also when quiet.</summary>
    public void Warn(string text)
    {
        lock (_lock)
        {
            ClearLine();
            terminal.Error.WriteLine($"dyno: {VisibleText.Of(Redaction.Lines(text))}");
        }
    }

    /// <summary>Shows a stage. On a terminal the next stage replaces it; elsewhere it is a line, written once however often it is shown in a row.</summary>
    public void Show(string text)
    {
        if (isQuiet) return;
        text = VisibleText.Of(Redaction.Lines(text));
        lock (_lock)
        {
            if (terminal.ErrorIsLive) Rewrite(text);
            else if (text != _shown) terminal.Error.WriteLine($"dyno: {text}");
            _shown = text;
        }
    }

    /// <summary>Shows a snapshot on a terminal, where it can replace a line; does nothing elsewhere.</summary>
    public void ShowLive(RunSnapshot snapshot)
    {
        if (isQuiet || !terminal.ErrorIsLive) return;
        lock (_lock) Rewrite(ProgressText.Of(snapshot));
    }

    public void OnSnapshot(RunSnapshot snapshot)
    {
        if (isQuiet) return;
        lock (_lock)
        {
            if (terminal.ErrorIsLive) Rewrite(TextOf(snapshot));
            else WritePlain(snapshot);
        }
    }

    /// <summary>Removes the live line, so that the report starts on an empty line.</summary>
    public void Clear()
    {
        lock (_lock) ClearLine();
    }

    public void Dispose() => Clear();

    private void WritePlain(RunSnapshot snapshot)
    {
        if (snapshot.Phase == RunPhase.Drain && _phase is null) return; // a short warm-up ends before its first snapshot
        var isNewPhase = snapshot.Phase != _phase;
        if (!isNewPhase && snapshot.Elapsed < _nextPlain) return;
        _phase = snapshot.Phase;
        _nextPlain = snapshot.Elapsed + PlainInterval;
        terminal.Error.WriteLine($"dyno: {TextOf(snapshot)}");
    }

    private string TextOf(RunSnapshot snapshot) => Suffix?.Invoke() is { } more ? $"{ProgressText.Of(snapshot)}  {more}" : ProgressText.Of(snapshot);

    private void Rewrite(string text)
    {
        var room = Math.Max(10, terminal.ErrorWidth - 1);
        terminal.Error.Write($"\r\e[2K{(text.Length > room ? text[..room] : text)}");
        terminal.Error.Flush();
        _hasLiveLine = true;
    }

    private void ClearLine()
    {
        if (_hasLiveLine) terminal.Error.Write("\r\e[2K");
        _hasLiveLine = false;
    }
}
