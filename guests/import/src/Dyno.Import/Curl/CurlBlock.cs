namespace Dyno.Import;

/// <summary>A curl command in the place of a request, as REST Client allows: with the variables of the file.</summary>
internal static class CurlBlock
{
    public static IEnumerable<RequestDraft> Read(BlockParts parts, VariableScope scope, InputContext context)
    {
        var first = parts.Curl[0];
        // Empty lines above the command keep the numbers of the lines.
        var text = new string('\n', first.Number - 1) + string.Join('\n', parts.Curl.Select(l => l.Text));
        var command = new CurlCommand(context.Place, NamedFiles.Of(context));
        command.Read([.. ShellWords.Split(text, context.Place).Where(w => !w.EndsCommand).Select(w => w with { Text = ValueOf(w, scope, context) })]);
        if (command.Settings != new FileSettings())
            first.In(context.Place).Warning("-k and -m of a curl command have no effect in a .http file", "write # @load insecure=true timeout=10s");
        return command.Requests.Select(r => r with { Line = first.Number, Column = 1 });
    }

    private static string ValueOf(ShellWord word, VariableScope scope, InputContext context)
    {
        var place = context.Place with { Line = word.Line };
        var text = VariableValue.Flatten(SlotText.Read(word.Text, word.Column, scope, place));
        if (!text.IsLiteral) place.Problem("in a curl command only values that are known before the run can stand",
            "write the request with its method, URL and headers", word.Column);
        return text.Written;
    }
}
