using System.ComponentModel.DataAnnotations;

namespace Bookstore.Authors;

public sealed record AuthorRequest([Required, StringLength(200)] string Name);
