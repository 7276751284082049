namespace Dyno.History;

/// <summary>Where the records of several machines meet. Records are only ever added.</summary>
public interface IHistoryRemote
{
    /// <summary>The remote in words, for messages.</summary>
    string Name { get; }

    /// <summary>Adds the files that the remote lacks. When two push at once, both succeed and no record is lost.</summary>
    /// <returns>Number of files that the remote lacked.</returns>
    /// <exception cref="UserFault">The remote cannot be reached, or refuses.</exception>
    Task<int> PushAsync(IReadOnlyCollection<HistoryFile> files, CancellationToken cancellation);

    /// <summary>The files of the remote.</summary>
    /// <param name="known">Names of files that need not be fetched.</param>
    /// <exception cref="UserFault">The remote cannot be reached, or refuses.</exception>
    Task<ImmutableArray<HistoryFile>> PullAsync(IReadOnlySet<string> known, CancellationToken cancellation);
}
