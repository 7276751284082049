namespace Dyno.Import;

/// <summary>Turns the words of curl commands into requests and settings.</summary>
internal sealed class CurlCommand(SourcePlace place, NamedFiles files)
{
    public List<RequestDraft> Requests { get; } = [];

    public FileSettings Settings { get; private set; } = new();

    /// <summary>Reads one command; a command that is not curl is left out with a warning.</summary>
    public void Read(ImmutableArray<ShellWord> words)
    {
        if (words[0].Text == "$") words = words[1..]; // a shell prompt in documentation
        if (words.IsEmpty) return;
        if (!CurlReader.IsCurl(words[0].Text))
        {
            if (!words[0].Text.StartsWith("#!", StringComparison.Ordinal))
                At(words[0].Line, words[0].Column).Warning($"\"{InText.Quote(words[0].Text)}\" is not a curl command and is left out");
            return;
        }

        var before = place.Problems.Count;
        var arguments = CurlArguments.Read(words[1..], place);
        foreach (var group in Groups(arguments)) ReadOperation(group, words[0]);
        if (arguments.IsEmpty && place.Problems.Count == before) At(words[0].Line, words[0].Column).Problem("curl has no URL", $"write curl {TargetUrl.Example}");
    }

    private static IEnumerable<ImmutableArray<CurlArgument>> Groups(ImmutableArray<CurlArgument> arguments)
    {
        for (var from = 0; from < arguments.Length;)
        {
            var to = from;
            while (to < arguments.Length && arguments[to].Name != "next") to++;
            if (to > from) yield return arguments[from..to];
            from = to + 1;
        }
    }

    private void ReadOperation(ImmutableArray<CurlArgument> arguments, ShellWord command)
    {
        var operation = new CurlOperation(files);
        foreach (var argument in arguments)
        {
            operation.Take(argument, At(argument.Line, argument.Column));
            Settings = CurlSettings.Take(Settings, argument, At(argument.Line, argument.Column));
        }

        Requests.AddRange(operation.ToDrafts(At(command.Line, command.Column)));
    }

    private SourcePlace At(int line, int column) => place with { Line = line, Column = column };
}
