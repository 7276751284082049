using System.Collections.Immutable;
using Dyno.Inputs.Problems;
using Dyno.Inputs.Requests;

namespace Dyno.Inputs.Writing;

/// <summary>Writes what one input says in the language of another.</summary>
public static class InputConverter
{
    /// <summary>Reads the request's target and writes it anew. Reads files, writes none, opens no connection.</summary>
    /// <param name="request">The target, or a curl command line; the environment of a <c>.http</c> file; values of variables.</param>
    /// <param name="output">The file to write: its ending says the language.</param>
    /// <param name="warnings">Takes what the new file says differently, and secrets that it holds.</param>
    /// <returns>The file, and beside it those for bodies that are no text.</returns>
    /// <exception cref="InputException">Everything that is wrong, or cannot be said in the language, at once.</exception>
    public static ImmutableArray<WrittenFile> Convert(LoadRequest request, string output, ICollection<InputProblem>? warnings = null)
    {
        ArgumentNullException.ThrowIfNull(request);
        ArgumentNullException.ThrowIfNull(output);
        var problems = new ProblemList();
        if (WriterKind.Of(output) is not { } writer)
        {
            problems.Add("--output", $"\"{InText.Quote(output)}\" has no ending Dyno can write", $"name a file that ends with {WriterKind.Known}");
            problems.ThrowIfAny();
            return [];
        }

        var set = RequestSetReader.Read(request, [], problems);
        problems.ThrowIfAny();
        UnsetVariables.Say(set, problems);
        var files = writer.Write(SecretVariables.Extract(set, problems), output, problems);
        problems.ThrowIfAny();
        foreach (var warning in problems.Warnings) warnings?.Add(warning);
        return files;
    }
}
