namespace Dyno.Cli;

/// <summary>Turns the options of a command into the request that <see cref="K6Session"/> reads: the script or archive, variables, flags.</summary>
internal static class ScriptSource
{
    /// <summary>Makes the request. Standard input is read once, to its end.</summary>
    /// <exception cref="UserFault">The configuration or the archive cannot be read.</exception>
    public static K6Request RequestOf(ScriptOptions options, ScriptLog log, RunSignals signals, Terminal terminal)
    {
        var isArchive = options.Kind == "archive" || (options.Kind is null && options.Script.EndsWith(LoadFiles.Archive, StringComparison.OrdinalIgnoreCase));
        return new K6Request
        {
            Script = options.Script,
            Text = options.Script == "-" && !isArchive ? ReadText(terminal) : null,
            Archive = isArchive ? ReadArchive(options.Script, terminal) : (ReadOnlyMemory<byte>?)null,
            Folder = terminal.Folder,
            Config = ReadConfig(options),
            Environment = ProcessVariables.Read(),
            SeesEnvironment = options.SeesEnvironment,
            Variables = options.Variables,
            Flags = options.Flags,
            Scenarios = options.Scenarios,
            Once = options.Once,
            NoThresholds = options.NoThresholds,
            Outputs = options.SampleOutputs,
            StandardOutput = terminal.OpenOut,
            SecretSources = options.SecretSources,
            Layout = options.Layout switch { "dense" => VuLayout.Dense, "isolated" => VuLayout.Isolated, _ => VuLayout.Auto },
            KeepsParts = options.SummaryMode == "full",
            Log = log,
            Signals = signals,
            Fetch = ModuleDownload.Get,
            ModuleCache = UserCache.Modules,
            CompiledCache = UserCache.Compiled,
        };
    }

    /// <summary>Completes the request of a script that <c>dyno run</c> or <c>dyno compare</c> runs on a program under test.</summary>
    public static K6Request OnSubject(K6Request request, ScriptOptions options, LoadOpening opening)
    {
        var baseUrl = opening.BaseUrl!;
        var url = baseUrl.AbsoluteUri.TrimEnd('/');
        var given = ImmutableSortedDictionary<string, string>.Empty.Add("BASE_URL", url).Add("DYNO_TARGET_URL", url);
        return request with
        {
            Variables = given.AddRange(InstanceVariables.Of("BASE_URL", opening.Instances)).SetItems(request.Variables)
                .SetItems(opening.Shape?.Environment ?? ImmutableSortedDictionary<string, string>.Empty),
            Rebase = options.Rebase is { } from ? (from, baseUrl) : null,
            TrustedFile = opening.CertificateFile,
        };
    }

    private static string ReadText(Terminal terminal)
    {
        using var input = new StreamReader(terminal.OpenIn());
        return input.ReadToEnd();
    }

    private static ReadOnlyMemory<byte> ReadArchive(string file, Terminal terminal)
    {
        if (file != "-") return Read(file, File.ReadAllBytes, "make one with: dyno archive script.js -O script.tar");
        using var content = new MemoryStream();
        using (var input = terminal.OpenIn()) input.CopyTo(content);
        return content.ToArray();
    }

    private static string? ReadConfig(ScriptOptions options) =>
        options.ConfigFile is { } file ? Read(file, File.ReadAllText, "name a JSON file for --config (-c)") : null;

    private static T Read<T>(string file, Func<string, T> read, string instead)
    {
        try
        {
            return read(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            var why = e is FileNotFoundException or DirectoryNotFoundException ? "there is no such file" : $"it cannot be read: {e.Message}";
            throw new UserFault([new Problem(file, null, null, why, instead)]);
        }
    }
}
