using Bookstore.Authors;

namespace Bookstore.Books;

public sealed class Book
{
    public required Guid Id { get; set; }

    public required string Title { get; set; }

    public required int Year { get; set; }

    public Guid AuthorId { get; set; }

    public Author Author { get; set; } = null!;
}
