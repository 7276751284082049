namespace Dyno.Cli;

/// <summary>What a tool has while it carries out a call.</summary>
/// <param name="Dyno">Runs command lines.</param>
internal sealed record ToolCall(AgentCaps Caps, ChildDyno Dyno, Action<string> Say, CancellationToken Cancellation)
{
    /// <summary>Runs a command line that writes a document, and answers with its conclusion.</summary>
    /// <param name="words">The command line after the program's name.</param>
    /// <param name="longest">The time after which it is stopped in order, builds included.</param>
    public async Task<ToolAnswer> MeasureAsync(ImmutableArray<string> words, TimeSpan longest, Func<string, DocumentAnswer> answer)
    {
        var file = Path.Combine(Path.GetTempPath(), $"dyno-mcp-{Guid.NewGuid():N}.json");
        try
        {
            var ended = await Dyno.LoadAsync([.. words, $"--result={file}"], longest, Say, Cancellation);
            if (!File.Exists(file)) return Failed(ended);
            var command = CommandOf(words);
            return answer(file).WithCommand(ended.ExitCode, command, ended.WasCut
                ? $"Stopped by the server after {longest.TotalMinutes:0.#} min, the longest time here: what was measured until then follows.\n" : "");
        }
        finally
        {
            File.Delete(file);
        }
    }

    /// <summary>The answer of a command that ended without a document: its own last lines.</summary>
    public static ToolAnswer Failed(ChildOutcome ended)
    {
        const int most = 25;
        var said = string.Join('\n', ended.Errors.TakeLast(most));
        return new ToolAnswer($"Nothing was measured, so nothing may be concluded (exit code {ended.ExitCode}{(ended.WasCut ? ", stopped because it took too long" : "")}).\n{said}", IsError: true);
    }

    /// <summary>A command line as a person would type it, secrets masked.</summary>
    public static string CommandOf(IEnumerable<string> words) => "dyno " + string.Join(' ', words.Select(word => Quoted(Redaction.Text(word))));

    private static string Quoted(string word) =>
        word.All(letter => char.IsAsciiLetterOrDigit(letter) || "-_./:=,+@%*~".Contains(letter, StringComparison.Ordinal)) ? word : $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
