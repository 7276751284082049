using Bookstore.Books;
using Bookstore.Stores;

namespace Bookstore.Reads;

/// <summary>The floor: routing and JSON, and no data at all. It knows the article's book and no other.</summary>
internal sealed class Constant : Rung
{
    private static readonly SharedBookResponse Book = new(Seed.ArticlesBook, "Book 0", 1950, "Author 0");

    public override void AddRoutes(IEndpointRouteBuilder app) => app.MapGet(Route, (Guid id) => Answer(id == Book.Id ? Book : null));
}
