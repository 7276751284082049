using System.Data.Common;
using Microsoft.Data.Sqlite;
using Npgsql;

namespace Bookstore.Stores;

/// <summary>Connections and SQL for the rungs that use SQL directly.</summary>
internal sealed class BookConnections : IAsyncDisposable
{
    private readonly string? _sqlite;
    private readonly NpgsqlDataSource? _pooled;
    private readonly NpgsqlDataSource? _prepared;

    private BookConnections(string? sqlite, string? postgres)
    {
        _sqlite = sqlite;
        if (postgres is null) return;
        _pooled = NpgsqlDataSource.Create(postgres);
        // Statements stay prepared on their connection, and the pool does not reset a connection between two users.
        _prepared = NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder(postgres)
        {
            MaxAutoPrepare = 20,
            AutoPrepareMinUsages = 2,
            NoResetOnClose = true,
        });
    }

    public static BookConnections ToSqlite(string connection) => new(connection, null);

    public static BookConnections ToPostgres(string connection) => new(null, connection);

    /// <summary>Selects a book's columns, then its author's; the parameter is <c>@Id</c>.</summary>
    public string BookWithAuthor { get => field ??= $"""
        SELECT b.id AS Id, b.title AS Title, b.year AS Year, b.author_id AS AuthorId, a.id AS Id, a.name AS Name
        FROM {Prefix}books b INNER JOIN {Prefix}authors a ON b.author_id = a.id
        WHERE b.id = @Id
        """; }

    /// <summary>Selects the answer's columns only.</summary>
    public string Answer { get => field ??= $"""
        SELECT b.id, b.title, b.year, a.name
        FROM {Prefix}books b INNER JOIN {Prefix}authors a ON b.author_id = a.id
        WHERE b.id = @Id
        """; }

    private string Prefix => _sqlite is null ? BookstoreContext.Schema + "." : "";

    /// <summary>A closed connection from the usual pool.</summary>
    public DbConnection Create() => _pooled?.CreateConnection() ?? (DbConnection)new SqliteConnection(_sqlite);

    /// <summary>A closed connection whose statements stay prepared.</summary>
    public DbConnection CreatePrepared() => _prepared?.CreateConnection() ?? (DbConnection)new SqliteConnection(_sqlite);

    public async ValueTask DisposeAsync()
    {
        if (_pooled is not null) await _pooled.DisposeAsync();
        if (_prepared is not null) await _prepared.DisposeAsync();
    }
}
