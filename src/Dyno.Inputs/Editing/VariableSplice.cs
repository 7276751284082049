namespace Dyno.Inputs;

/// <summary>Writes changed variables over their lines; new variables go after the last one, or to the top.</summary>
internal static class VariableSplice
{
    public static string Change(string path, ImmutableArray<SessionLine> lines, ImmutableArray<OutlinedLine> old,
        ImmutableArray<OutlinedLine> wanted, ImmutableArray<RequestLines> requests)
    {
        foreach (var variable in wanted)
            if (variable.Name.Length == 0 || variable.Name.Any(letter => char.IsWhiteSpace(letter) || letter is '=' or '@' or '{' or '}')
                || RequestText.HasBreak(variable.Value))
                throw new UserFault([new Problem(path, variable.Line, null, $"\"{variable.Name}\" is not a variable", "write a name without blanks, and a value on one line")]);
        var splice = new LineSplice(lines);
        foreach (var was in old)
        {
            var (line, now) = (was.Line!.Value, wanted.FirstOrDefault(variable => variable.Line == was.Line));
            if (now is null) splice.Remove(line, line);
            else if (now.Name != was.Name || now.Value != was.Value) splice.Replace(line, line, LineOf(now));
        }
        var added = wanted.Where(variable => variable.Line is null).Select(LineOf).ToArray();
        if (added.Length == 0) return splice.ToString();
        // Only a variable above every request is certain to be read as a variable of the file.
        var last = old.Where(variable => requests.IsEmpty || variable.Line < requests[0].RequestLine[0].Number)
            .Select(variable => variable.Line!.Value).DefaultIfEmpty().Max();
        splice.InsertAfter(last, last == 0 ? [.. added, ""] : added);
        return splice.ToString();
    }

    private static string LineOf(OutlinedLine variable) => $"@{variable.Name} = {variable.Value}";
}
