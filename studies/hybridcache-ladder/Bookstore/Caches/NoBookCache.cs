namespace Bookstore.Caches;

/// <summary>A cache that keeps nothing.</summary>
internal sealed class NoBookCache : IBookCache
{
    public ValueTask ForgetAsync(IReadOnlyCollection<Guid> books, CancellationToken cancellation) => ValueTask.CompletedTask;
}
