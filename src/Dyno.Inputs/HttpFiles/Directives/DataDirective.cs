namespace Dyno.Inputs;

/// <summary><c># @data users.csv random</c>, or <c># @data file=users.csv order=random</c>: the data feed of a file; <c>--data</c> wins over it.</summary>
internal static class DataDirective
{
    /// <summary>The feed; null when the file asks for none or the command line gives one.</summary>
    public static FeedChoice? Read(ImmutableArray<BlockParts> blocks, InputContext context)
    {
        var directives = blocks.SelectMany(b => b.Directives).Where(d => d.Name == "data").ToList();
        foreach (var more in directives.Skip(1))
            At(more, context).Problem("the file has two @data", "keep one of them");
        return directives is [var first, ..] && context.Request.DataFile is null ? Load(first, At(first, context), context) : null;
    }

    private static FeedChoice? Load(Directive directive, SourcePlace place, InputContext context)
    {
        var words = directive.Argument.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (words.Length > 0) words[0] = Without("file=", words[0]);
        if (words.Length > 1) words[1] = Without("order=", words[1]);
        if (words.Length is 0 or > 2)
        {
            place.Problem("@data needs a file, and perhaps an order", "write # @data users.csv, or # @data users.csv random");
            return null;
        }

        var order = words.Length == 2 && FeedFile.TryParseOrder(words[1], place, out var known) ? known : (FeedOrder?)null;
        var files = NamedFiles.Of(context);
        return files.MayRead(words[0], place) ? FeedChoice.Load(words[0], files.PathOf(words[0]), order, place) : FeedChoice.Unreadable(words[0], order);
    }

    private static string Without(string prefix, string word) =>
        word.StartsWith(prefix, StringComparison.OrdinalIgnoreCase) ? word[prefix.Length..] : word;

    private static SourcePlace At(Directive directive, InputContext context) =>
        context.Place with { Line = directive.Line, Column = directive.Column };
}
