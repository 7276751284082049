namespace Dyno.Aspire.Hosting;

/// <summary>A load test in an app host: <c>dyno run</c> as a program that starts on demand, once at a time.</summary>
public sealed class DynoResource : ExecutableResource
{
    /// <summary>Name of the command that starts the load and waits for its result.</summary>
    public const string StartLoadCommand = "start-load";

    internal DynoResource(string name, ToolCommand tool, string folder) : base(name, tool.Program, folder)
    {
        Tool = tool;
        Documents = new RunDocuments(Path.Combine(folder, ".dyno", "aspire"), name);
    }

    internal ToolCommand Tool { get; }

    /// <summary>What is loaded, as on the command line; null until <see cref="DynoResourceExtensions.WithLoad"/> says it.</summary>
    internal string? Load { get; set; }

    /// <summary>Further words of <c>dyno run</c>.</summary>
    internal ImmutableArray<string> Options { get; set; } = [];

    /// <summary>The server that was named for the requests; null: the one that the load references.</summary>
    internal EndpointReference? NamedServer { get; set; }

    /// <summary>The documents that a run leaves.</summary>
    internal RunDocuments Documents { get; }

    /// <summary>The pages of results, which <c>dyno ui</c> serves.</summary>
    internal EndpointReference? Pages { get; set; }

    /// <summary>
    /// The endpoint to which the requests go: the named one, or that of the only referenced resource; null when there is none or more
    /// than one.
    /// </summary>
    internal EndpointReference? Server => NamedServer ?? (Referenced is [var only] ? EndpointOf(only) : null);

    internal ImmutableArray<EndpointReferenceAnnotation> Referenced =>
        [.. Annotations.OfType<EndpointReferenceAnnotation>().DistinctBy(reference => reference.Resource)];

    // http costs a development certificate less; a reference may name one endpoint.
    private static EndpointReference? EndpointOf(EndpointReferenceAnnotation reference)
    {
        var names = reference.Resource.Annotations.OfType<EndpointAnnotation>().Where(endpoint => endpoint.UriScheme is "http" or "https")
            .Select(endpoint => endpoint.Name).Where(name => reference.UseAllEndpoints || reference.EndpointNames.Contains(name)).ToList();
        var name = names.Find(name => name == "http") ?? names.Find(name => name == "https") ?? names.FirstOrDefault();
        return name is null ? null : reference.Resource.GetEndpoint(name);
    }
}
