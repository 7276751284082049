namespace Bookstore.Books;

/// <summary>
/// The answer of a read. The record is not sealed, as is usual, so HybridCache must assume that it is mutable: it keeps the bytes and
/// deserialises them on every hit.
/// </summary>
[System.Diagnostics.CodeAnalysis.SuppressMessage("Performance", "CA1852", Justification = "what leaving it open costs is measured")]
public record BookResponse(Guid Id, string Title, int Year, string AuthorName)
{
    /// <summary>The answer for a book; null when the book is null.</summary>
    public static BookResponse? Of(Book? book) => book is null ? null : new(book.Id, book.Title, book.Year, book.Author.Name);
}
