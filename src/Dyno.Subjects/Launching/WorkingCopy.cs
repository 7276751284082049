namespace Dyno.Subjects;

/// <summary>
/// The folder in which one launch of a published program runs: its content root and working directory. Each launch begins with the files of
/// the publish, so no launch finds what another one has written. Files of code are second names of the published files, because a
/// program does not change the code that it runs; every other file is a copy (copy-on-write where the file system has it).
/// </summary>
internal sealed class WorkingCopy : IDisposable
{
    private static readonly string[] CodeExtensions = [".dll", ".exe", ".pdb", ".so", ".dylib"];

    private readonly PublishedSubject _published;
    private readonly OwnedFolder _owned;
    private readonly string? _keepAs;
    private readonly ImmutableArray<(string File, DateTime WrittenAt)> _linked;

    private WorkingCopy(PublishedSubject published, OwnedFolder owned, string? keepAs)
    {
        (_published, _owned, _keepAs) = (published, owned, keepAs);
        Folder = Path.Combine(owned.Path, "app");
        var linked = ImmutableArray.CreateBuilder<(string, DateTime)>();
        foreach (var file in Directory.EnumerateFiles(published.Folder, "*", SearchOption.AllDirectories))
        {
            if (PublishFolder.IsMarker(published.Folder, file)) continue;
            var name = InCopy(file);
            Directory.CreateDirectory(Path.GetDirectoryName(name)!);
            if (IsCode(file) && HardLink.TryCreate(file, name)) linked.Add((file, File.GetLastWriteTimeUtc(file)));
            else File.Copy(file, name);
        }
        _linked = linked.ToImmutable();
    }

    /// <summary>Absolute path of the folder.</summary>
    public string Folder { get; }

    /// <summary>The executable and its first arguments, in this folder.</summary>
    public ImmutableArray<string> Command => [.. _published.Command.Select(InCopy)];

    /// <summary>Makes the folder for one launch. Removes the folders of launches whose Dyno was killed.</summary>
    /// <param name="root">The folder of all launches of the program, on the file system of its publishes.</param>
    /// <param name="keepAs">Where the folder goes after the launch; null: it is removed.</param>
    /// <exception cref="IOException">The disk is full, or the folder cannot be written.</exception>
    public static WorkingCopy Of(PublishedSubject published, string root, string? keepAs)
    {
        Directory.CreateDirectory(root);
        var owned = OwnedFolder.Create("launch-", root);
        try
        {
            return new WorkingCopy(published, owned, keepAs);
        }
        catch
        {
            owned.Dispose();
            throw;
        }
    }

    /// <summary>Removes the folder, or keeps it where the user wants it. The program has ended.</summary>
    public void Dispose()
    {
        // A program that changed its own code in place has changed the publish as well, which then is not used again.
        if (_linked.Any(file => File.GetLastWriteTimeUtc(file.File) != file.WrittenAt)) PublishFolder.Spoil(_published.Folder);
        if (_keepAs is not null && Directory.Exists(Folder))
        {
            Directory.CreateDirectory(Path.GetDirectoryName(_keepAs)!);
            Directory.Move(Folder, _keepAs);
        }
        _owned.Dispose();
    }

    private bool IsCode(string file) => _published.Command.Contains(file) || CodeExtensions.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase)
        || Path.GetFileName(file).Contains(".so.", StringComparison.Ordinal);

    private string InCopy(string path) => path.StartsWith(_published.Folder + Path.DirectorySeparatorChar, StringComparison.Ordinal)
        ? Path.Combine(Folder, Path.GetRelativePath(_published.Folder, path)) : path;
}
