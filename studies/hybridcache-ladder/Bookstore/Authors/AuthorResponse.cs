namespace Bookstore.Authors;

public sealed record AuthorResponse(Guid Id, string Name, IReadOnlyList<string> Books);
