namespace Dyno.Cli;

/// <summary>The help of a command as a manual page: the same words as <see cref="HelpPage"/>, in the macros of man(7) that groff and mandoc know.</summary>
internal static class ManPage
{
    /// <summary>The page's name, such as <c>dyno-ci-init</c>.</summary>
    public static string NameOf(Command command) => string.Join('-', HelpPage.PathOf(command));

    /// <summary>The text of the page.</summary>
    /// <param name="command">A command with its place below the root.</param>
    /// <param name="name">The name, where it is not that of the command; such as of a kind of load that has options of its own.</param>
    public static string Of(Command command, string version, string? name = null)
    {
        name ??= NameOf(command);
        var page = new StringBuilder($".TH \"{Text(name).ToUpperInvariant()}\" \"1\" \"\" \"dyno {Text(version)}\" \"Dyno\"\n");
        var documented = command as IDocumentedCommand;
        Section(page, "NAME").Append(Text(name)).Append(" \\- ").Append(Text(FirstSentence(command))).Append('\n');
        Section(page, "SYNOPSIS").Append("\\fB").Append(Line(HelpPage.Usage(command))).Append("\\fR\n");
        Section(page, "DESCRIPTION").Append(Line(command.Description ?? "")).Append('\n');
        Rows(page, "ARGUMENTS", command.Arguments.Where(argument => !argument.Hidden).Select(argument => (argument.Name, argument.Description)));
        foreach (var group in HelpPage.CommandGroupsOf(command))
            Rows(page, group.Title.ToUpperInvariant(), HelpPage.Visible(command, group).Select(sub => (sub.Name, sub.Description)));
        foreach (var group in documented?.Groups ?? [])
            Rows(page, group.Title.ToUpperInvariant(), group.Options.Where(option => !option.Hidden).Select(HelpPage.RowOf));
        Examples(page, documented?.Examples ?? []);
        End(page, documented?.Epilogue ?? "");
        SeeAlso(page, command);
        return page.ToString();
    }

    private static string FirstSentence(Command command) => (command.Description ?? "").Split(". ")[0].TrimEnd('.');

    // The table of exit codes has its title as the heading of the section; other words at the end of a help page are notes.
    private static void End(StringBuilder page, string epilogue)
    {
        var lines = epilogue.ReplaceLineEndings("\n").Split('\n');
        if (lines is ["Exit codes:", .. var table]) AsItIs(Section(page, "EXIT STATUS"), string.Join('\n', table));
        else if (epilogue.Length > 0) Section(page, "NOTES").AppendJoin("\n.br\n", lines.Select(Line)).Append('\n');
    }

    private static StringBuilder Section(StringBuilder page, string title) => page.Append(".SH \"").Append(Text(title)).Append("\"\n");

    private static void Rows(StringBuilder page, string title, IEnumerable<(string Label, string? Description)> rows)
    {
        var lines = rows.ToList();
        if (lines.Count == 0) return;
        Section(page, title);
        foreach (var (label, description) in lines)
            page.Append(".TP\n\\fB").Append(Text(label.Trim())).Append("\\fR\n").Append(Line(description ?? "")).Append('\n');
    }

    private static void Examples(StringBuilder page, IReadOnlyList<Example> examples)
    {
        if (examples.Count == 0) return;
        Section(page, "EXAMPLES");
        for (var i = 0; i < examples.Count; i++)
        {
            if (i > 0) page.Append(".PP\n");
            page.Append(Line(examples[i].Purpose)).Append(char.IsLetterOrDigit(examples[i].Purpose[^1]) ? ":\n" : "\n");
            AsItIs(page.Append(".PP\n"), examples[i].CommandLine, indent: 4);
        }
    }

    // A table keeps its columns.
    private static void AsItIs(StringBuilder page, string text, int indent = 0)
    {
        if (indent > 0) page.Append(".RS ").Append(indent).Append('\n');
        page.Append(".nf\n");
        foreach (var line in text.TrimEnd().ReplaceLineEndings("\n").Split('\n')) page.Append(Line(line)).Append('\n');
        page.Append(".fi\n");
        if (indent > 0) page.Append(".RE\n");
    }

    private static void SeeAlso(StringBuilder page, Command command)
    {
        var others = command.Parents.OfType<Command>().Concat(command.Subcommands.Where(sub => !sub.Hidden)).Select(NameOf).ToList();
        if (others.Count == 0) return;
        Section(page, "SEE ALSO");
        for (var i = 0; i < others.Count; i++) page.Append(".BR ").Append(Text(others[i])).Append(i < others.Count - 1 ? " (1),\n" : " (1)\n");
    }

    /// <summary>A line of text: one that begins with a dot or a quote would be a request to the formatter, and an empty one a break.</summary>
    private static string Line(string text) => text.Length == 0 ? "\\&" : text[0] is '.' or '\'' or ' ' ? "\\&" + Text(text) : Text(text);

    /// <summary>Characters that a formatter would draw otherwise: what is typed must be able to be copied.</summary>
    private static string Text(string text)
    {
        var escaped = new StringBuilder(text.Length + 16);
        foreach (var character in text)
            escaped.Append(character switch
            {
                '\\' => "\\e",
                '-' => "\\-",
                '\'' => "\\(aq",
                '`' => "\\(ga",
                '^' => "\\(ha",
                '~' => "\\(ti",
                '"' => "\\(dq",
                '\n' => " ",
                _ => character.ToString(),
            });
        return escaped.ToString();
    }
}
