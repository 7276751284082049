namespace Dyno.History;

/// <summary>A folder, such as one of a file server, or a checkout of the branch.</summary>
/// <param name="path">The folder; it is made when the first record is pushed.</param>
internal sealed class FolderRemote(string path) : IHistoryRemote
{
    private readonly RecordFolder _folder = new(path);

    public string Name => path;

    public Task<int> PushAsync(IReadOnlyCollection<HistoryFile> files, CancellationToken cancellation) => Task.FromResult(_folder.Add(files));

    public Task<ImmutableArray<HistoryFile>> PullAsync(IReadOnlySet<string> known, CancellationToken cancellation) =>
        Task.FromResult<ImmutableArray<HistoryFile>>([.. _folder.Files(known)]);
}
