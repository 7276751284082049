using Bookstore.Authors;
using Bookstore.Books;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Stores;

/// <summary>The database: two tables, in a separate schema where the database has schemas.</summary>
internal sealed class BookstoreContext(DbContextOptions<BookstoreContext> options) : DbContext(options)
{
    public const string Schema = "bookstore";

    public DbSet<Author> Authors => Set<Author>();

    public DbSet<Book> Books => Set<Book>();

    /// <summary>The ids of an author's books.</summary>
    public Task<List<Guid>> BooksOfAsync(Guid author, CancellationToken cancellation) =>
        Books.Where(b => b.AuthorId == author).Select(b => b.Id).ToListAsync(cancellation);

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        if (Database.IsNpgsql()) modelBuilder.HasDefaultSchema(Schema);
        modelBuilder.Entity<Book>().HasIndex(b => b.Title);
    }
}
