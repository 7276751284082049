using Aspire.Hosting;

namespace Dyno.Aspire.Hosting;

/// <summary>The command line and the environment of a load.</summary>
internal static class LoadWords
{
    /// <summary>Adds the words after the program's name.</summary>
    /// <param name="words">Receives the words.</param>
    /// <exception cref="DistributedApplicationException">It is not said what is loaded, or on which server.</exception>
    public static void Add(DynoResource load, IList<object> words)
    {
        foreach (var word in load.Tool.Words) words.Add(word);
        if (load.Load is not { } target) throw new DistributedApplicationException($"{load.Name} has no load: write .WithLoad(\"Api.http\")");
        if (load.Server is null && load.Referenced.Length > 1)
            throw new DistributedApplicationException(
                $"{load.Name} references {string.Join(" and ", load.Referenced.Select(reference => reference.Resource.Name))}: say which one gets the requests by .WithServer({load.Referenced[0].Resource.Name}.GetEndpoint(\"http\"))");
        var isProgram = IsProgram(Path.Combine(load.WorkingDirectory, target));
        words.Add("run");
        words.Add(target);
        if (load.Server is { } server && !isProgram)
        {
            words.Add("--base-url");
            words.Add(server);
        }
        if (!isProgram) words.Add("--out=otlp"); // where to, Aspire says in the environment
        words.Add($"--name={load.Name}");
        words.Add($"--result={load.Documents.Result}");
        words.Add($"--format=md={load.Documents.Report}");
        foreach (var option in load.Options) words.Add(option);
    }

    /// <summary>Adds the variables in which code finds the server, as with <c>dyno run --subject</c>.</summary>
    /// <param name="variables">Receives the variables.</param>
    public static void AddServer(DynoResource load, IDictionary<string, object> variables)
    {
        if (load.Server is not { } server) return;
        variables["BASE_URL"] = server;
        variables["DYNO_TARGET_URL"] = server;
    }

    // Loads in C# have options of their own.
    private static bool IsProgram(string path) => Path.GetExtension(path) is ".cs" or ".csproj" or ".dll"
        || (Directory.Exists(path) && Directory.EnumerateFiles(path, "*.csproj").Any());
}
