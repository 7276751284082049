using Bookstore.Authors;
using Bookstore.Books;
using Microsoft.EntityFrameworkCore;

namespace Bookstore.Stores;

/// <summary>
/// 5,000 books by 1,000 authors, the same in every database. The ids are numbers in the form of GUIDs, except the id of the article's book.
/// </summary>
internal static class Seed
{
    public const int Books = 5000;
    private const int Authors = 1000;
    private const long LockId = 0x426F6F6B; // "Book", for PostgreSQL's advisory locks

    /// <summary>The id that the load asks for.</summary>
    public static readonly Guid ArticlesBook = new("236cf9dd-7664-480e-b7f4-99f4e3790d71");

    /// <summary>The id of a book, from 0.</summary>
    public static Guid BookId(int number) => number == 0 ? ArticlesBook : new($"b0000000-0000-4000-8000-{number:000000000000}");

    /// <summary>Creates and fills the database if needed. If several processes start at once, one fills it and the others wait.</summary>
    public static async Task FillAsync(BookstoreContext context, string sqliteFile)
    {
        if (context.Database.IsNpgsql())
        {
            await context.Database.OpenConnectionAsync(); // the lock belongs to the connection
            context.Database.SetCommandTimeout(TimeSpan.Zero); // a process that comes second waits for as long as the first one needs
            await context.Database.ExecuteSqlAsync($"SELECT pg_advisory_lock({LockId})");
            await FillAsync(context);
            // The lock is released explicitly. The pool resets a connection only on its next use, and until then other processes would wait.
            await context.Database.ExecuteSqlAsync($"SELECT pg_advisory_unlock({LockId})");
            await context.Database.CloseConnectionAsync();
            return;
        }
        await using var one = await TakeAsync(sqliteFile + ".lock");
        await FillAsync(context);
    }

    private static async Task FillAsync(BookstoreContext context)
    {
        await context.Database.EnsureCreatedAsync();
        if (await context.Books.AnyAsync()) return;
        var authors = Enumerable.Range(0, Authors)
            .Select(i => new Author { Id = new($"a0000000-0000-4000-8000-{i:000000000000}"), Name = $"Author {i}" }).ToList();
        context.Authors.AddRange(authors);
        context.Books.AddRange(Enumerable.Range(0, Books).Select(i => new Book
        {
            Id = BookId(i),
            Title = $"Book {i}",
            Year = 1950 + i % 75,
            Author = authors[i % Authors],
        }));
        await context.SaveChangesAsync();
    }

    private static async Task<FileStream> TakeAsync(string file)
    {
        while (true)
        {
            try
            {
                return new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException) when (File.Exists(file))
            {
                await Task.Delay(50); // another process is filling the database
            }
        }
    }
}
