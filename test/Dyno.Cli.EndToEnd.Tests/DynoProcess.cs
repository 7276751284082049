namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Dyno as a user starts it: a process with arguments, an environment and a folder of its own.</summary>
internal sealed class DynoProcess : IDisposable
{
    /// <summary>The program: the path that the variable has, such as a build that starts faster, otherwise the one beside the tests.</summary>
    public static readonly string Program = Environment.GetEnvironmentVariable("DYNO_UNDER_TEST") is { Length: > 0 } named
        ? named : Path.Combine(AppContext.BaseDirectory, OperatingSystem.IsWindows() ? "dyno.exe" : "dyno");
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(15); // only a guard against a hang: studies publish programs and run several experiments

    private readonly Process _process;
    private readonly Task<string> _out;
    private readonly List<string> _errorLines = [];
    private readonly Task _errorRead;

    private DynoProcess(Process process)
    {
        _process = process;
        _out = process.StandardOutput.ReadToEndAsync();
        _errorRead = ReadErrorAsync();
    }

    /// <summary>Its process.</summary>
    public int Id => _process.Id;

    /// <summary>Whether it has ended.</summary>
    public bool HasEnded => _process.HasExited;

    /// <summary>Runs a command line to its end.</summary>
    public static async Task<DynoOutcome> RunAsync(Workspace workspace, params string[] args)
    {
        using var dyno = Start(workspace, args);
        return await dyno.EndAsync();
    }

    /// <summary>Starts a command line.</summary>
    public static DynoProcess Start(Workspace workspace, params string[] args) => Start(Program, workspace, args);

    /// <summary>Starts it behind words that put it elsewhere, such as into a network namespace.</summary>
    public static DynoProcess StartInside(IReadOnlyList<string> place, Workspace workspace, params string[] args) =>
        Start(place[0], workspace, [.. place.Skip(1), Program, .. args]);

    private static DynoProcess Start(string program, Workspace workspace, string[] args)
    {
        var start = new ProcessStartInfo(program, args)
        {
            WorkingDirectory = workspace.Folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        foreach (var name in (string[])["NO_COLOR", "COLUMNS", "TERM"]) start.Environment.Remove(name);
        foreach (var (name, value) in workspace.Environment) start.Environment[name] = value;
        return new DynoProcess(Process.Start(start)!);
    }

    /// <summary>Runs a command line that may open so many files at most.</summary>
    public static async Task<DynoOutcome> RunWithOpenFilesAsync(int openFiles, Workspace workspace, params string[] args)
    {
        using var dyno = Start("bash", workspace, ["-c", $"ulimit -n {openFiles}; exec \"$0\" \"$@\"", Program, .. args]);
        return await dyno.EndAsync();
    }

    /// <summary>Runs it with process numbers and mounts of its own, as a container has them. Needs root.</summary>
    public static async Task<DynoOutcome> RunInNamespacesAsync(Workspace workspace, params string[] args)
    {
        using var dyno = Start("unshare", workspace, ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc", Program, .. args]);
        return await dyno.EndAsync();
    }

    /// <summary>Runs it in a shell that closes or redirects its streams first.</summary>
    public static async Task<DynoOutcome> RunInShellAsync(string redirection, Workspace workspace, params string[] args)
    {
        using var dyno = Start("/bin/sh", workspace, ["-c", $"exec \"$0\" \"$@\" {redirection}", Program, .. args]);
        return await dyno.EndAsync();
    }

    /// <summary>Waits until stderr has a line that holds <paramref name="text"/>.</summary>
    public async Task WaitForAsync(string text)
    {
        using var patience = new CancellationTokenSource(Longest);
        while (!ErrorHas(text))
        {
            if (_process.HasExited) await _errorRead; // its last words may still be in the pipe
            if (ErrorHas(text)) return;
            if (patience.IsCancellationRequested || _process.HasExited) throw new TimeoutException($"no '{text}' on stderr:\n{ErrorText}");
            await Task.Delay(10, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>Waits until a library has been loaded, which says how far the start has come; Linux.</summary>
    public async Task WaitForLibraryAsync(string name)
    {
        using var patience = new CancellationTokenSource(Longest);
        while (!(await File.ReadAllTextAsync($"/proc/{_process.Id}/maps", patience.Token)).Contains(name, StringComparison.Ordinal))
            await Task.Delay(1, patience.Token);
    }

    /// <summary>Sends a signal, as a terminal or a supervisor would.</summary>
    public void Signal(string name)
    {
        using var kill = Process.Start("kill", ["-" + name, _process.Id.ToString()]);
        kill.WaitForExit();
    }

    /// <summary>Gives it a text on standard input, to its end unless more follows.</summary>
    public async Task TypeAsync(string text, bool closes = true)
    {
        await _process.StandardInput.WriteAsync(text);
        await _process.StandardInput.FlushAsync();
        if (closes) _process.StandardInput.Close();
    }

    /// <summary>Waits for the end.</summary>
    public async Task<DynoOutcome> EndAsync()
    {
        using var patience = new CancellationTokenSource(Longest);
        try
        {
            await _process.WaitForExitAsync(patience.Token);
        }
        catch (OperationCanceledException)
        {
            throw new TimeoutException($"dyno does not end; it has said:\n{ErrorText}");
        }
        await _errorRead;
        return new DynoOutcome(_process.ExitCode, await _out, string.Join('\n', _errorLines));
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            _process.WaitForExit(); // until then it writes into the test's folder, which is removed next
        }
        _process.Dispose();
    }

    private string ErrorText
    {
        get { lock (_errorLines) return string.Join('\n', _errorLines); }
    }

    private bool ErrorHas(string text)
    {
        lock (_errorLines) return _errorLines.Any(line => line.Contains(text, StringComparison.Ordinal));
    }

    private async Task ReadErrorAsync()
    {
        while (await _process.StandardError.ReadLineAsync() is { } line)
            lock (_errorLines) _errorLines.Add(line);
    }
}

/// <summary>What a command line left behind.</summary>
internal sealed record DynoOutcome(int ExitCode, string Out, string Error)
{
    /// <summary>For messages of failed assertions.</summary>
    public override string ToString() => $"exit code {ExitCode}\n--- stdout\n{Out}\n--- stderr\n{Error}";
}
