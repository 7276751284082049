namespace Dyno.Results;

/// <summary>Writes the file of <c>--result FILE</c>, and reads the file for a command that takes a result.</summary>
public static class ResultFile
{
    /// <summary>Writes the document, secrets masked. An existing file is replaced as a whole or not at all.</summary>
    /// <exception cref="UserFault">The file cannot be written.</exception>
    public static void Write(string path, RunResult result) => WholeFile.Write(path, RunResultJson.Write(result));

    /// <summary>Reads a document.</summary>
    /// <exception cref="UserFault">The file cannot be read, is not a run result, or has a later version.</exception>
    public static RunResult Read(string path) => RunResultJson.ReadFile(path);
}
