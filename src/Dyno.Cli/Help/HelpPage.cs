namespace Dyno.Cli;

/// <summary>The help page of a command as text: purpose, usage, examples, then its options by group.</summary>
internal static class HelpPage
{
    private const int Indent = 2;
    private const int LabelColumn = 32;

    /// <summary>Writes the page of <paramref name="command"/> for <paramref name="width"/> columns.</summary>
    public static string Of(Command command, int width)
    {
        var page = new StringBuilder();
        AppendWrapped(page, command.Description ?? "", 0, 0, width);
        page.AppendLine();
        page.AppendLine("Usage:").Append("  ").AppendLine(Usage(command)).AppendLine();
        if (command is IDocumentedCommand documented) AppendExamples(page, documented.Examples, width);
        AppendRows(page, "Arguments", command.Arguments.Select(argument => (argument.Name, argument.Description)), width);
        foreach (var group in CommandGroupsOf(command))
            AppendRows(page, group.Title, Visible(command, group).Select(sub => (sub.Name, sub.Description)), width);
        foreach (var group in (command as IDocumentedCommand)?.Groups ?? [])
            AppendRows(page, group.Title, group.Options.Where(option => !option.Hidden).Select(RowOf), width);
        if (command is IDocumentedCommand { Epilogue.Length: > 0 } withEnd) AppendLines(page, withEnd.Epilogue, width);
        return page.ToString().TrimEnd() + Environment.NewLine;
    }

    /// <summary>The words that call a command: <c>dyno</c>, <c>ci</c>, <c>init</c>.</summary>
    public static IReadOnlyList<string> PathOf(Command command)
    {
        var words = new List<string>();
        for (Command? at = command; at is not null; at = at.Parents.OfType<Command>().FirstOrDefault())
            words.Insert(0, at is RootCommand ? "dyno" : at.Name);
        return words;
    }

    /// <summary>The line that says how a command is called.</summary>
    public static string Usage(Command command)
    {
        var words = PathOf(command).ToList();
        words.AddRange(command.Arguments.Select(argument => argument.HasDefaultValue || argument.Arity.MinimumNumberOfValues == 0 ? $"[{argument.Name}]" : argument.Name));
        if (command.Subcommands.Count > 0) words.Add("COMMAND");
        words.Add("[options]");
        return string.Join(' ', words);
    }

    /// <summary>The commands below a command by heading.</summary>
    public static IReadOnlyList<CommandGroup> CommandGroupsOf(Command command) => command is IDocumentedCommand { CommandGroups: { Count: > 0 } groups }
        ? groups : [new CommandGroup("Commands", [.. command.Subcommands.Select(sub => sub.Name)])];

    /// <summary>The commands under a heading that a page names; those of a guest that is not there are left out.</summary>
    public static IEnumerable<Command> Visible(Command command, CommandGroup group) =>
        group.Names.SelectMany(name => command.Subcommands.Where(sub => sub.Name == name && !sub.Hidden));

    private static void AppendExamples(StringBuilder page, IReadOnlyList<Example> examples, int width)
    {
        if (examples.Count == 0) return;
        page.AppendLine("Examples:");
        foreach (var example in examples)
        {
            AppendWrapped(page, "# " + example.Purpose, Indent, Indent, width - Indent);
            page.Append(' ', Indent).AppendLine(example.CommandLine);
        }
        page.AppendLine();
    }

    /// <summary>An option's names with its value, and what it does.</summary>
    public static (string Label, string? Description) RowOf(Option option)
    {
        // -c, --connections N: the short name first, in its own column.
        var shortName = option.Aliases.FirstOrDefault(alias => alias.Length == 2);
        var names = shortName is null ? $"    {option.Name}" : $"{shortName}, {option.Name}";
        return (option.Arity.MaximumNumberOfValues == 0 || option.HelpName is null ? names : $"{names} {option.HelpName}", option.Description);
    }

    private static void AppendRows(StringBuilder page, string title, IEnumerable<(string Label, string? Description)> rows, int width)
    {
        var lines = rows.ToList();
        if (lines.Count == 0) return;
        page.Append(title).AppendLine(":");
        foreach (var (label, description) in lines)
        {
            page.Append(' ', Indent).Append(label);
            var used = Indent + label.Length;
            if (used + 2 > LabelColumn) page.AppendLine();
            var at = used + 2 > LabelColumn ? 0 : used;
            page.Append(' ', LabelColumn - at);
            AppendWrapped(page, description ?? "", 0, LabelColumn, width - LabelColumn);
        }
        page.AppendLine();
    }

    // Lines that fit stay as they are: a table keeps its columns.
    private static void AppendLines(StringBuilder page, string text, int width)
    {
        foreach (var line in text.Split('\n'))
            if (line.Length <= width) page.AppendLine(line);
            else AppendWrapped(page, line, 0, 0, width);
    }

    private static void AppendWrapped(StringBuilder page, string text, int firstIndent, int indent, int width)
    {
        page.Append(' ', firstIndent);
        var column = 0;
        foreach (var word in text.Split(' '))
        {
            if (column > 0 && column + 1 + word.Length > width)
            {
                page.AppendLine().Append(' ', indent);
                column = 0;
            }
            if (column > 0) page.Append(' ');
            page.Append(word);
            column += word.Length + (column > 0 ? 1 : 0);
        }
        page.AppendLine();
    }
}
