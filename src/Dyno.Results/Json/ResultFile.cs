using Dyno.Results.Files;
using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Results.Json;

/// <summary>What <c>--result FILE</c> writes, and what a command that takes a result reads.</summary>
public static class ResultFile
{
    /// <summary>Writes the document, secrets masked; a file that was there is replaced at once or not at all.</summary>
    /// <exception cref="UserFault">It cannot be written.</exception>
    public static void Write(string path, RunResult result) => WholeFile.Write(path, RunResultJson.Write(result));

    /// <summary>Reads a document.</summary>
    /// <exception cref="UserFault">It cannot be read, is not a run result, or of a later version.</exception>
    public static RunResult Read(string path) => RunResultJson.ReadFile(path);
}
