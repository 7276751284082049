namespace Dyno.Inputs;

/// <summary>
/// Recognises the kind of the target and has it read. A new kind of Dyno's own files is one entry in <see cref="Own"/>; the files of other
/// tools are read by <see cref="Importers"/>.
/// </summary>
internal static class RequestSetReader
{
    private static readonly ImmutableArray<FileKind> Own = [HttpFileReader.Kind, SessionReader.Kind];

    private static IEnumerable<FileKind> Kinds => Own.Concat(Importers.All.Kinds);

    // A name with one of these endings, or with an ending of the kinds or of code, is a file even if it does not exist; any other name
    // without a file is taken for a host.
    private static readonly ImmutableArray<string> FileEndings = [".csx", ".yaml", ".yml", ".json", ".txt", ".xml"];

    /// <summary>Reads the target.</summary>
    /// <param name="columns">Columns of the data feed; default when the data file cannot be read.</param>
    public static RequestSet Read(LoadRequest request, ImmutableArray<string> columns, ProblemList problems)
    {
        var target = request.Target?.Trim() ?? "";
        if (target.Length > 0 && !target.Contains("://", StringComparison.Ordinal)) target = Importers.All.FileOf(target) ?? target;
        if (request.Curl is { } curl) return ReadCurl(curl, target, request, problems);
        if (target.Length == 0)
            return Nothing(problems, "target", "there is nothing to load", $"name a URL (\"{TargetUrl.Example}\") or a file ({KnownFiles})");
        if (!IsFile(target, request)) return UrlReader.Read(request, problems);
        if (target.StartsWith('/') && !File.Exists(target) && !Directory.Exists(target) && Kinds.All(k => !k.HasExtensionOf(target)))
            return Nothing(problems, target, $"there is no file \"{target}\"",
                $"name a file that can be read or a URL such as http://localhost:5000{target}, or start a project: --subject src/Api");
        if (!InputFile.TryRead(target, new(problems, target), out var bytes)) return new() { Name = target, InputKind = "", Source = target };
        RefuseUrlOptions(request, problems);
        return ReadBytes(target, bytes, request, columns, problems);
    }

    /// <summary>Reads the content of a file.</summary>
    public static RequestSet ReadBytes(string target, byte[] bytes, LoadRequest request, ImmutableArray<string> columns, ProblemList problems)
    {
        var sample = new ContentSample(bytes);
        var kind = Kinds.FirstOrDefault(k => k.HasExtensionOf(target)) ?? Kinds.FirstOrDefault(k => k.Recognises(sample));
        var before = problems.Count;
        if (kind is null && sample.IsJson && DocumentReader.Read(bytes, new(problems, target)) is null && problems.Count > before)
            return new() { Name = target, InputKind = "", Source = target };
        if (kind is null or { HasForeignLookalikes: true } && ForeignFile.Find(target, sample) is { } foreign)
            return Nothing(problems, target, $"this is {foreign.What}", foreign.WayToGo, TextPosition.Start);
        if (kind is null)
            return Nothing(problems, target, "this kind of file is not known", $"use a URL or one of these: {KnownFiles}", TextPosition.Start);
        return kind.Read(new InputContext(target, bytes, request, columns.IsDefault ? [] : columns, problems) { HasUnknownColumns = columns.IsDefault });
    }

    /// <summary>The kinds, for messages; the last ones are files of code, which other readers read.</summary>
    public static string KnownFiles => string.Join(", ", Kinds.Select(k => $"{string.Join(", ", k.Extensions)} ({k.Description})"))
        + $"; dyno run also takes {string.Join(", ", LoadFiles.Scripts)} (k6 script), {string.Join(", ", LoadFiles.Programs)}, a project's folder (load in C#)";

    private static bool IsFile(string target, LoadRequest request)
    {
        if (target.Contains("://", StringComparison.Ordinal)) return false;
        if (target.StartsWith('/') && request.RebaseTo is not null && !File.Exists(target)) return false;
        if (target.StartsWith("./", StringComparison.Ordinal) || target.StartsWith("../", StringComparison.Ordinal)) return true;
        return target.StartsWith('/') || File.Exists(target) || Directory.Exists(target)
            || Kinds.Any(k => k.HasExtensionOf(target)) || LoadFiles.IsCode(target)
            || ForeignFile.IsNamed(target) || FileEndings.Any(e => target.EndsWith(e, StringComparison.OrdinalIgnoreCase));
    }

    private static RequestSet ReadCurl(string curl, string target, LoadRequest request, ProblemList problems)
    {
        if (target.Length > 0) problems.Add("--curl", "there is a target as well", "give one of them");
        RefuseUrlOptions(request, problems);
        return Importers.All.ReadCommand(curl, problems);
    }

    private static void RefuseUrlOptions(LoadRequest request, ProblemList problems)
    {
        Refuse("--method", request.Method);
        Refuse("--body", request.Body);
        Refuse("--body-file", request.BodyFile);

        void Refuse(string option, string? value)
        {
            if (value is not null) problems.Add(option, "applies only to a URL; the file (or --curl) defines what each request sends", "change it there");
        }
    }

    private static RequestSet Nothing(ProblemList problems, string source, string what, string writeInstead, TextPosition? at = null)
    {
        problems.Add(Redaction.Text(source), what, writeInstead, at?.Line, at?.Column);
        return new() { Name = source, InputKind = "", Source = source };
    }
}
