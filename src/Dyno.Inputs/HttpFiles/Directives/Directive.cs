using System.Text.RegularExpressions;
using Dyno.Inputs.WebSurge;

namespace Dyno.Inputs.HttpFiles;

/// <summary>A comment that says something: <c># @name login</c>, <c>// @check status == 200</c>.</summary>
/// <param name="Name">In lower case, without the <c>@</c>.</param>
/// <param name="Argument">What follows, without blanks around it and without the <c>=</c> some editors write.</param>
/// <param name="Line">Where, from 1.</param>
/// <param name="Column">Of the <c>@</c>, from 1.</param>
internal sealed partial record Directive(string Name, string Argument, int Line, int Column)
{
    /// <summary>Of the argument, from 1.</summary>
    public int ArgumentColumn { get; private init; }

    /// <summary>The directive of a line; null when it is none.</summary>
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
