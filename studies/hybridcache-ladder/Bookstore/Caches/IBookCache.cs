namespace Bookstore.Caches;

/// <summary>Where answers about books are kept: writes say which of them are no longer true.</summary>
internal interface IBookCache
{
    /// <summary>Forgets the answers about these books, wherever this process can reach them.</summary>
    ValueTask ForgetAsync(IReadOnlyCollection<Guid> books, CancellationToken cancellation);
}
