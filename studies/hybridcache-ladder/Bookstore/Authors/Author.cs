using Bookstore.Books;

namespace Bookstore.Authors;

public sealed class Author
{
    public required Guid Id { get; set; }

    public required string Name { get; set; }

    public List<Book> Books { get; set; } = [];
}
