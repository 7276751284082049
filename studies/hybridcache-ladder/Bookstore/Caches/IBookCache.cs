namespace Bookstore.Caches;

/// <summary>The cache of answers about books. Writes remove the answers that they make stale.</summary>
internal interface IBookCache
{
    /// <summary>Removes the answers about these books, wherever this process can reach them.</summary>
    ValueTask ForgetAsync(IReadOnlyCollection<Guid> books, CancellationToken cancellation);
}
