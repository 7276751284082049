using System.CommandLine.Help;

namespace Dyno.Cli;

/// <summary>What is wrong with a command line, each problem as a sentence that says what to type instead.</summary>
internal static class ParseProblems
{
    /// <summary>All problems; empty when there is none, or when help was asked for.</summary>
    public static IReadOnlyList<string> Of(ParseResult parsed)
    {
        if (parsed.Action is HelpPageAction) return [];
        var unknown = UnknownOptions(parsed).ToList();
        // After an unknown option the parser assigns words to wrong arguments, so only its errors about options are kept.
        var errors = parsed.Errors.Where(error => unknown.Count == 0 || OptionOf(error.SymbolResult) is not null);
        if (unknown.Count == 0 && RateOfHey(parsed) is { } rate) return [rate];
        var contradictions = unknown.Count == 0 && parsed.CommandResult.Command is IReadingCommand command ? command.Contradictions(parsed.CommandResult) : [];
        return [.. unknown, .. errors.Select(error => Sentence(parsed, error)).Distinct(), .. contradictions];
    }

    // The parser takes an unknown option for an argument, so the option turns up as the target or among the unmatched words.
    private static IEnumerable<string> UnknownOptions(ParseResult parsed)
    {
        var command = parsed.CommandResult.Command;
        var names = NamesOf(command).ToList();
        var suspects = parsed.CommandResult.Children.OfType<ArgumentResult>()
            .SelectMany(argument => argument.Tokens).Select(token => token.Value)
            .Concat(parsed.UnmatchedTokens);
        foreach (var word in suspects.Where(word => word.Length > 1 && word[0] == '-'))
        {
            var name = word.Split('=', ':')[0];
            if (command is RunCommand { Kind: RequestKind } && OtherTools.Find(name) is { } instead) yield return $"unknown option {name}: {instead}";
            else if (KindOf(command) is { } kind && new LoadKinds().OthersHave(name, kind)) yield return $"{name} is not for {kind.Name}: {kind.WhyNot(name)}";
            else yield return (name is "-v" or "-V" && names.Contains("--version") ? "--version" : name.Length > 2 ? NearestWord.Find(name, names) : null) is { } meant
                ? $"unknown option {name}: did you mean {meant}?"
                : $"unknown option {name}";
        }
    }

    // "-q 100 URL" of hey and oha: -q takes no value in Dyno, so 100 becomes the target, and the URL is left over.
    private static string? RateOfHey(ParseResult parsed)
    {
        if (parsed.CommandResult.Command is not RunCommand) return null;
        var words = parsed.Tokens.Select(token => token.Value).ToList();
        var quiet = words.IndexOf("-q");
        return quiet >= 0 && quiet + 1 < words.Count && parsed.UnmatchedTokens.Count > 0 && double.TryParse(words[quiet + 1], out _)
            ? $"-q {words[quiet + 1]}: -q is --quiet here; write --rate {words[quiet + 1]}/s (docs/coming-from-wrk.md)"
            : null;
    }

    private static LoadKind? KindOf(Command command) => command switch
    {
        RunCommand run => run.Kind,
        InspectCommand inspect => inspect.Kind,
        _ => null,
    };

    private static string Sentence(ParseResult parsed, ParseError error)
    {
        var command = parsed.CommandResult.Command;
        if (command.Subcommands.Count > 0 && parsed.UnmatchedTokens.Count > 0) return UnknownCommand(command, parsed.UnmatchedTokens[0]);
        if (command.Subcommands.Count > 0) return $"a command is missing: {NamesOfCommands(command)}";
        if (error.SymbolResult is ArgumentResult { Tokens.Count: 0, Parent: CommandResult, Argument: var argument })
            return $"{argument.Name.TrimEnd('.')} is missing: {Lowered(argument.Description)}";
        if (error.SymbolResult is OptionResult { Tokens.Count: 0, Option: var option } && option.Arity.MinimumNumberOfValues > 0)
            return $"{option.Name} needs a value: {option.Name} {option.HelpName}";
        if (error.SymbolResult is OptionResult { Tokens.Count: > 1, Option.Arity.MaximumNumberOfValues: 1, Option: var once })
            return $"{once.Name} was given more than once";
        if (OptionOf(error.SymbolResult) is null && parsed.UnmatchedTokens.FirstOrDefault(IsQuoted) is { } unexpected)
            return $"unexpected argument '{unexpected}'";
        return OptionOf(error.SymbolResult) is { } named && !error.Message.Contains(named.Name, StringComparison.Ordinal)
            ? $"{named.Name}: {error.Message}"
            : error.Message;

        bool IsQuoted(string word) => error.Message.Contains($"'{word}'", StringComparison.Ordinal);
    }

    /// <summary>The option that an error is about; null when it is about something else.</summary>
    public static Option? OptionOf(SymbolResult? result) => result switch
    {
        OptionResult { Option: var option } => option,
        ArgumentResult { Parent: OptionResult { Option: var option } } => option,
        _ => null,
    };

    private static string UnknownCommand(Command command, string word) =>
        NearestWord.Find(word, command.Subcommands.Select(sub => sub.Name)) is { } meant
            ? $"unknown command '{word}': did you mean {meant}?"
            : word.Contains("://", StringComparison.Ordinal) ? $"unknown command '{word}': did you mean dyno run {word}?"
            : $"unknown command '{word}': write {NamesOfCommands(command)}";

    private static string NamesOfCommands(Command command)
    {
        var names = command.Subcommands.Where(sub => !sub.Hidden).Select(sub => sub.Name).ToList();
        return $"{string.Join(", ", names[..^1])} or {names[^1]}";
    }

    private static IEnumerable<string> NamesOf(Command command) =>
        command.Options.SelectMany(option => option.Aliases.Append(option.Name))
            .Concat(command.Options.OfType<HelpOption>().Any() ? [] : ["--help"]);

    private static string Lowered(string? description) =>
        string.IsNullOrEmpty(description) ? "see --help" : char.ToLowerInvariant(description[0]) + description[1..];
}
