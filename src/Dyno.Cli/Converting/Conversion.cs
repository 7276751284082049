namespace Dyno.Cli;

/// <summary>A conversion, from reading the input to writing the files.</summary>
internal static class Conversion
{
    /// <summary>Converts the requests and writes the files.</summary>
    /// <exception cref="UserFault">The input is wrong, the target language cannot express it, or an output file exists already.</exception>
    public static int Run(LoadRequest request, string output, bool force, Terminal terminal)
    {
        var warnings = new List<Problem>();
        var files = InputConverter.Convert(request, output, warnings);
        var inTheWay = files.Where(f => !force && File.Exists(f.Path)).ToList();
        if (inTheWay.Count > 0)
            throw new UserFault([.. inTheWay.Select(f => new Problem("--output", null, null, $"{f.Path} exists", "name another file, or add --force to replace it"))]);
        foreach (var file in files) WholeFile.Write(file.Path, file.Content);
        foreach (var warning in warnings) terminal.Error.WriteLine($"dyno: {warning}");
        terminal.Out.WriteLine($"wrote {string.Join(", ", files.Select(f => f.Path))}; run it: dyno run {files[0].Path}");
        return ExitCode.Success;
    }
}
