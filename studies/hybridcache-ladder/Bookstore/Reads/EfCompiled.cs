using Bookstore.Books;
using Bookstore.Stores;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Reads;

/// <summary>Entity Framework with a query that is compiled once, and that reads the answer's columns without entities.</summary>
internal sealed class EfCompiled : Rung
{
    private static readonly Func<BookstoreContext, Guid, CancellationToken, Task<BookResponse?>> ById = EF.CompileAsyncQuery(
        (BookstoreContext context, Guid id, CancellationToken _) => context.Books.Where(b => b.Id == id)
            .Select(b => new BookResponse(b.Id, b.Title, b.Year, b.Author.Name)).FirstOrDefault());

    public override void AddRoutes(IEndpointRouteBuilder app) => app.MapGet(Route, HandleAsync);

    private static async Task<IResult> HandleAsync(Guid id, BookstoreContext context, CancellationToken cancellation) =>
        Answer(await ById(context, id, cancellation));
}
