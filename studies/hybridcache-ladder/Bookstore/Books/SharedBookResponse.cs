using System.ComponentModel;

namespace Bookstore.Books;

/// <summary>The same answer, sealed and declared immutable: HybridCache hands one instance to every caller.</summary>
[ImmutableObject(true)]
public sealed record SharedBookResponse(Guid Id, string Title, int Year, string AuthorName)
{
    /// <summary>The answer for a book; null when the book is null.</summary>
    public static SharedBookResponse? Of(Book? book) => book is null ? null : new(book.Id, book.Title, book.Year, book.Author.Name);
}
