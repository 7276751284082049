namespace Dyno.Inputs;

/// <summary>A comment with a meaning for Dyno: <c># @name login</c>, <c>// @check status == 200</c>.</summary>
/// <param name="Name">In lower case, without the <c>@</c>.</param>
/// <param name="Argument">The text after the name, without blanks around it and without the <c>=</c> that some editors write.</param>
/// <param name="Line">The line, from 1.</param>
/// <param name="Column">The column of the <c>@</c>, from 1.</param>
internal sealed partial record Directive(string Name, string Argument, int Line, int Column)
{
    /// <summary>The column of the argument, from 1.</summary>
    public int ArgumentColumn { get; private init; }

    /// <summary>Whether the request is not sent: <c># @disabled</c> of httpYac. A condition behind the word is not evaluated.</summary>
    public bool SwitchesOff => Name == "disabled" && Argument is "" or "true";

    /// <summary>Whether the directive is about the whole file, wherever it stands.</summary>
    public bool IsOfFile => Name is "load" or "data";

    /// <summary>The directive of a line; null when the line has none.</summary>
    public static Directive? Read(SessionLine line)
    {
        var match = Form().Match(line.Text);
        if (!match.Success) return null;
        var argument = match.Groups["argument"];
        return new(match.Groups["name"].Value.ToLowerInvariant(), argument.Value.Trim(), line.Number, match.Groups["at"].Index + 1)
        {
            ArgumentColumn = argument.Index + 1,
        };
    }

    [GeneratedRegex(@"^\s*(?:#+|//+)\s*(?<at>@)(?<name>[A-Za-z][\w-]*)(?:\s*=\s*|\s+|$)(?<argument>.*)$", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
