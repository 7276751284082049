namespace Dyno.Cli;

/// <summary>
/// The one place where a failure becomes text on stderr and an exit code. The message about a user's error says what to type instead. Any
/// other message is about a fault of Dyno, and says how to report it. A stack trace is shown only with <c>--verbose</c>.
/// </summary>
internal static class Failure
{
    /// <summary>Reports a wrong command line.</summary>
    public static int Report(Terminal terminal, IReadOnlyList<string> problems, string hint)
    {
        foreach (var problem in problems) terminal.Error.WriteLine($"dyno: {problem}");
        terminal.Error.WriteLine($"      {hint}");
        return ExitCode.WrongInput;
    }

    public static int Report(Terminal terminal, Exception exception, bool isVerbose)
    {
        // This check comes before Describe: when no assembly can be loaded, the types that Describe names cannot be loaded either.
        var (code, text, hint) = UnloadedPart(exception) is { } part
            ? (ExitCode.Failed, $"a part of Dyno cannot be loaded: {part}",
                "if the limit of open files is low (ulimit -Hn), allow 256 or more; otherwise the installation is incomplete: build Dyno again")
            : Describe(exception);
        if (exception is not UserFault { Problems: [{ Source.Length: > 0 }, ..] }) text =
            Redaction.Lines(text); // problems of the input mask what they quote, and name options as they are
        foreach (var line in VisibleText.Of(text).Split('\n')) terminal.Error.WriteLine($"dyno: {line}");
        if (hint is not null) terminal.Error.WriteLine($"      {hint}");
        if (isVerbose) terminal.Error.WriteLine(Redaction.Lines(exception.ToString()));
        return code;
    }

    /// <summary>The assembly that was not found. .NET reports the same error when no file handle is left to open the assembly.</summary>
    private static string? UnloadedPart(Exception? exception)
    {
        for (; exception is not null; exception = exception.InnerException)
            if (exception is FileNotFoundException { FileName: { } file } && file.Contains(", Version=", StringComparison.Ordinal)) return file;
        return null;
    }

    private static (int Code, string Text, string? Hint) Describe(Exception exception) => exception switch
    {
        UserFault fault => (fault.ExitsWith, WithLastOutput(fault), fault.Hint),
        OperationCanceledException => (ExitCode.Interrupted, "interrupted before anything was measured", null),
        IOException or UnauthorizedAccessException => (ExitCode.Failed, exception.Message, null),
        _ => (ExitCode.Failed, $"internal error: {exception.GetType().Name}: {exception.Message}",
            "this is a fault of Dyno: please report it with the command line and the output of the same command with --verbose"),
    };

    private static string WithLastOutput(UserFault fault) => fault.LastOutput.IsEmpty
        ? fault.Message
        : $"{fault.Message}; its last output was:\n{string.Join('\n', fault.LastOutput.Select(line => "  | " + line))}";
}
