using System.ComponentModel.DataAnnotations;

namespace Bookstore.Books;

public sealed record BookRequest([Required, StringLength(200)] string Title, [Range(1, 9999)] int Year, Guid AuthorId);
