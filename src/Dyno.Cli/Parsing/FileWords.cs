namespace Dyno.Cli;

/// <summary>
/// The paths on a command line, for a process whose current folder is not the command line's: what the help calls FILE or FOLDER becomes
/// absolute, and so do arguments and values that may be a path and name what exists.
/// </summary>
internal sealed class FileWords(Terminal terminal, Command root)
{
    /// <summary>The words, with paths by which this process reaches the files.</summary>
    public string[] Reachable(string[] words)
    {
        var (command, reachable) = (root, new List<string>());
        Option? option = null; // whose value comes next
        foreach (var word in words)
        {
            if (option is not null) reachable.Add(Value(option, word));
            else if (word.Length > 1 && word[0] == '-') reachable.Add(OfOption(command, word));
            else if (command.Subcommands.FirstOrDefault(sub => sub.Name == word) is { } sub)
            {
                command = sub;
                reachable.Add(word);
            }
            else reachable.Add(command.Arguments is [{ Name: "FILE" or "FOLDER" }, ..] ? terminal.PathOf(word) : terminal.PathOfExisting(word));
            option = option is null && Find(command, word) is { Arity.MinimumNumberOfValues: > 0 } found ? found : null;
        }
        return [.. reachable];
    }

    private static Option? Find(Command command, string name) =>
        command.Options.FirstOrDefault(option => option.Name == name || option.Aliases.Contains(name));

    // --result=run.json
    private string OfOption(Command command, string word) =>
        word.IndexOf('=', StringComparison.Ordinal) is var end and > 0 && Find(command, word[..end]) is { } option
            ? $"{word[..end]}={Value(option, word[(end + 1)..])}" : word;

    private string Value(Option option, string value) => option.HelpName switch
    {
        _ when value.Length == 0 || value == "-" => value,
        "FILE" or "FOLDER" => terminal.PathOf(value),
        "FORMAT[=FILE]" => AfterEquals(value),
        "TYPE=FILE" or "KIND=WHERE" or "WHERE" when value.Split('=')[0] is "json" or "csv" or "file" => AfterEquals(value),
        "NAME|FILE" or "FILE|PATH" or "PATH" => terminal.PathOfExisting(value),
        _ => value,
    };

    // html=report.html, json=samples.json, file=k6.log
    private string AfterEquals(string value) => value.IndexOf('=', StringComparison.Ordinal) is var end and > 0
        && value[(end + 1)..] is { Length: > 0 } file and not "-" ? $"{value[..end]}={terminal.PathOf(file)}" : value;
}
