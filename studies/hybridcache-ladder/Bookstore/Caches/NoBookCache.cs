namespace Bookstore.Caches;

/// <summary>Nothing is kept.</summary>
internal sealed class NoBookCache : IBookCache
{
    public ValueTask ForgetAsync(IReadOnlyCollection<Guid> books, CancellationToken cancellation) => ValueTask.CompletedTask;
}
