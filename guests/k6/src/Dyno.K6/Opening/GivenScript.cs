namespace Dyno.K6;

/// <summary>The script as it was given: from a file, from standard input, or in an archive.</summary>
/// <param name="File">Full path, by which its modules are found; <c>-</c> in the working folder for standard input.</param>
/// <param name="Archive">The archive that holds the script; null without one.</param>
internal sealed record GivenScript(string File, string Text, ScriptArchive? Archive)
{
    /// <summary>Reads the script.</summary>
    /// <exception cref="UserFault">The script cannot be read, or the archive is none.</exception>
    public static GivenScript Read(K6Request request)
    {
        if (request.Archive is { } packed)
        {
            var archive = ScriptArchive.Read(new MemoryStream(packed.ToArray(), writable: false), request.Script);
            return new GivenScript(archive.MainFile, archive.MainText, archive);
        }
        if (request.Text is { } given) return new GivenScript(Path.Combine(request.Folder, request.IsTypeScript ? "-.ts" : "-"), given, null);
        var file = Path.GetFullPath(request.Script, request.Folder);
        try
        {
            return new GivenScript(file, System.IO.File.ReadAllText(file), null);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            throw K6Faults.Of(K6ExitCode.WrongOptions, $"there is no script {request.Script}{ScriptFiles.Nearest(file)}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw K6Faults.Of(K6ExitCode.WrongOptions, $"the script {request.Script} cannot be read: {e.Message}");
        }
    }
}
