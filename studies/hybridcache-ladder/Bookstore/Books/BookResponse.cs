namespace Bookstore.Books;

/// <summary>
/// The answer of a read. Left unsealed, as such records usually are: HybridCache must take it for mutable, keeps its bytes and
/// deserialises them on every hit.
/// </summary>
[System.Diagnostics.CodeAnalysis.SuppressMessage("Performance", "CA1852", Justification = "what leaving it open costs is measured")]
public record BookResponse(Guid Id, string Title, int Year, string AuthorName)
{
    /// <summary>The answer for a book that was found; null for none.</summary>
    public static BookResponse? Of(Book? book) => book is null ? null : new(book.Id, book.Title, book.Year, book.Author.Name);
}
