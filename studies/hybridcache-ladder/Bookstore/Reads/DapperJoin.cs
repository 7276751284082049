using Bookstore.Authors;
using Bookstore.Books;
using Bookstore.Stores;
using Dapper;

namespace Bookstore.Reads;

/// <summary>Dapper: hand-written SQL, whose columns are mapped to a book and its author.</summary>
internal sealed class DapperJoin : Rung
{
    public override void AddRoutes(IEndpointRouteBuilder app) => app.MapGet(Route, HandleAsync);

    private static async Task<IResult> HandleAsync(Guid id, BookConnections connections, CancellationToken cancellation)
    {
        await using var connection = connections.Create();
        var query = new CommandDefinition(connections.BookWithAuthor, new { Id = id }, cancellationToken: cancellation);
        var books = await connection.QueryAsync<Book, Author, Book>(query, WithAuthor, splitOn: "Id");
        return Answer(BookResponse.Of(books.FirstOrDefault()));
    }

    private static Book WithAuthor(Book book, Author author)
    {
        book.Author = author;
        return book;
    }
}
