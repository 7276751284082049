using Bookstore.Books;
using Bookstore.Stores;

namespace Bookstore.Reads;

/// <summary>The database driver alone: a prepared statement, whose columns are read by hand.</summary>
internal sealed class PreparedCommand : Rung
{
    public override void AddRoutes(IEndpointRouteBuilder app) => app.MapGet(Route, HandleAsync);

    private static async Task<IResult> HandleAsync(Guid id, BookConnections connections, CancellationToken cancellation)
    {
        await using var connection = connections.CreatePrepared();
        await connection.OpenAsync(cancellation);
        await using var command = connection.CreateCommand();
        command.CommandText = connections.Answer;
        var parameter = command.CreateParameter();
        (parameter.ParameterName, parameter.Value) = ("@Id", id);
        command.Parameters.Add(parameter);
        await using var row = await command.ExecuteReaderAsync(cancellation);
        return Answer(await row.ReadAsync(cancellation)
            ? new BookResponse(row.GetGuid(0), row.GetString(1), row.GetInt32(2), row.GetString(3)) : null);
    }
}
