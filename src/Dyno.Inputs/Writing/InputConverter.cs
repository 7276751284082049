namespace Dyno.Inputs;

/// <summary>Writes an input in the language of another kind of input.</summary>
public static class InputConverter
{
    /// <summary>Reads the request's target and writes it in another language. Reads files, writes none, opens no connection.</summary>
    /// <param name="request">The target, or a curl command line; the environment of a <c>.http</c> file; values of variables.</param>
    /// <param name="output">The file to write: its ending says the language.</param>
    /// <param name="warnings">Takes what the new file says differently, and secrets that it holds.</param>
    /// <returns>The file, and the files beside it for bodies that are not text.</returns>
    /// <exception cref="UserFault">Everything that is wrong, or that the language cannot express, at once.</exception>
    public static ImmutableArray<WrittenFile> Convert(LoadRequest request, string output, ICollection<Problem>? warnings = null)
    {
        var problems = new ProblemList();
        if (WriterKind.Of(output) is not { } writer)
        {
            problems.Add("--output", $"Dyno cannot write the file type of \"{InText.Quote(output)}\"", $"name a file that ends with {WriterKind.Known}");
            problems.ThrowIfAny();
            return [];
        }

        var set = RequestSetReader.Read(request, [], problems);
        problems.ThrowIfAny();
        GivenVariables.SayUnused(set, request.Variables, problems);
        SayWhatIsNotFetched(set, problems);
        UnsetVariables.Say(set, problems);
        var files = writer.Write(SecretVariables.Extract(set, problems), output, problems);
        problems.ThrowIfAny();
        foreach (var warning in problems.Warnings) warnings?.Add(warning);
        return files;
    }

    // A user who gives the URL of a document may mean the content of the document.
    private static void SayWhatIsNotFetched(RequestSet set, ProblemList problems)
    {
        if (set.InputKind != "url" || !Uri.TryCreate(set.Requests[0].Url.Written, UriKind.Absolute, out var url)) return;
        var name = Path.GetFileName(url.AbsolutePath);
        if (Path.GetExtension(name).ToUpperInvariant() is ".JSON" or ".YAML" or ".YML" or ".HAR" or ".HTTP" or ".WEBSURGE")
            problems.Warn(set.Source, "the URL itself is the request; Dyno does not download the document", $"save the document first: curl -o {name} {set.Source}, then dyno convert {name}");
    }
}
