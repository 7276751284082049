using Aspire.Hosting;

namespace Dyno.Aspire.Hosting;

/// <summary>Adds load tests to an app host.</summary>
public static class DynoResourceExtensions
{
    /// <summary>
    /// Adds a load test. It starts by the command <em>Start load</em> in the dashboard, not with the app host; its metrics go to the
    /// dashboard, and the result appears as properties of the resource, with a link to the page of the run. Dyno is the program that the
    /// configuration names in <c>Dyno:Tool</c>, the local tool of .NET of the app host's folder, or <c>dyno</c> on the path.
    /// </summary>
    /// <param name="builder">The app host.</param>
    /// <param name="name">Name of the resource.</param>
    public static IResourceBuilder<DynoResource> AddDyno(this IDistributedApplicationBuilder builder, [ResourceName] string name)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentException.ThrowIfNullOrWhiteSpace(name);
        var folder = builder.AppHostDirectory;
        var tool = ToolCommand.Find(builder.Configuration[ToolCommand.Setting], folder);
        var load = new DynoResource(name, tool, folder);
        var added = builder.AddResource(load)
            .WithIconName("TopSpeed")
            .WithArgs(context => LoadWords.Add(load, context.Args))
            .WithEnvironment(context => LoadWords.AddServer(load, context.EnvironmentVariables))
            .WithOtlpExporter()
            .WithExplicitStart()
            .ExcludeFromManifest()
            .WithCommand(DynoResource.StartLoadCommand, "Start load", context => LoadStart.RunAsync(load, context), new CommandOptions
            {
                Description = "Starts the load and waits for its result",
                IconName = "TopSpeed",
                IconVariant = IconVariant.Filled,
                IsHighlighted = true,
                UpdateState = LoadStart.StateOf,
            });
        AddPages(builder, added, tool);
        added.OnBeforeResourceStarted((_, _, _) =>
        {
            load.Documents.Clear();
            return Task.CompletedTask;
        });
        added.OnResourceStopped((_, stopped, _) => RunPublisher.PublishAsync(load, stopped.ResourceEvent.ResourceId, stopped.Services));
        return added;
    }

    /// <summary>Says what is loaded, and how. Replaces what was said before.</summary>
    /// <param name="builder">The load test.</param>
    /// <param name="load">
    /// A file of requests (<c>.http</c>, WebSurge, HAR, Postman, Bruno, JMeter, OpenAPI), a k6 script or a load in C#, relative to the app
    /// host's folder; a path of the referenced server such as <c>/orders</c>; or a URL.
    /// </param>
    /// <param name="options">Options of <c>dyno run</c>, a word each: <c>"--rate=200/s", "--duration=30s"</c>.</param>
    /// <exception cref="ArgumentException">There is no such file.</exception>
    public static IResourceBuilder<DynoResource> WithLoad(this IResourceBuilder<DynoResource> builder, string load, params string[] options)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentException.ThrowIfNullOrWhiteSpace(load);
        ArgumentNullException.ThrowIfNull(options);
        var isFile = !load.StartsWith('/') && !load.Contains("://", StringComparison.Ordinal);
        if (isFile && !Path.Exists(Path.Combine(builder.Resource.WorkingDirectory, load)))
            throw new ArgumentException($"there is no file {load} in {builder.Resource.WorkingDirectory}: name a file of requests, a k6 script or a load in C#, a path such as /orders, or a URL", nameof(load));
        (builder.Resource.Load, builder.Resource.Options) = (load, [.. options]);
        return builder;
    }

    /// <summary>Says which of several referenced servers the requests go to, or which of its endpoints. One reference needs no such word.</summary>
    /// <param name="builder">The load test.</param>
    /// <param name="endpoint">The endpoint: <c>api.GetEndpoint("https")</c>.</param>
    public static IResourceBuilder<DynoResource> WithServer(this IResourceBuilder<DynoResource> builder, EndpointReference endpoint)
    {
        ArgumentNullException.ThrowIfNull(builder);
        ArgumentNullException.ThrowIfNull(endpoint);
        builder.Resource.NamedServer = endpoint;
        return builder;
    }

    // The page of a run needs a server that outlives the run.
    private static void AddPages(IDistributedApplicationBuilder builder, IResourceBuilder<DynoResource> load, ToolCommand tool)
    {
        var pages = builder.AddExecutable($"{load.Resource.Name}-results", tool.Program, load.Resource.WorkingDirectory)
            .WithHttpEndpoint()
            .WithParentRelationship(load)
            .ExcludeFromManifest();
        load.Resource.Pages = pages.GetEndpoint("http");
        pages.WithArgs([.. tool.Words, "ui", "--no-open", "--port", load.Resource.Pages.Property(EndpointProperty.TargetPort)]);
    }
}
