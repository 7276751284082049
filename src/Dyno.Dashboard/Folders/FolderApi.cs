namespace Dyno.Dashboard;

internal static class FolderApi
{
    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet("/api/folder", (OpenFolder folder, DynoProgram program) =>
                new FolderView(Path.GetFileName(folder.Root) is { Length: > 0 } name ? name : folder.Root, folder.Root, program.Version,
                    FolderFiles.Of(folder)))
            .WithTags("Folder").WithSummary("The opened folder, and the files in it that Dyno can use").WithName("getFolder");
}

/// <summary>The opened folder.</summary>
/// <param name="Version">Dyno's version.</param>
internal sealed record FolderView(string Name, string Path, string Version, ImmutableArray<FolderFile> Files);
