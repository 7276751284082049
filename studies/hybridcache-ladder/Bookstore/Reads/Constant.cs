using Bookstore.Books;
using Bookstore.Stores;

namespace Bookstore.Reads;

/// <summary>The lowest cost: routing and JSON without any data access. It knows only the article's book.</summary>
internal sealed class Constant : Rung
{
    private static readonly SharedBookResponse Book = new(Seed.ArticlesBook, "Book 0", 1950, "Author 0");

    public override void AddRoutes(IEndpointRouteBuilder app) => app.MapGet(Route, (Guid id) => Answer(id == Book.Id ? Book : null));
}
