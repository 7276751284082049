using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Bookstore.Stores;

/// <summary>Counts the statements that Entity Framework sends.</summary>
internal sealed class StatementCounter(WorkCounts work) : DbCommandInterceptor
{
    public override ValueTask<InterceptionResult<DbDataReader>> ReaderExecutingAsync(DbCommand command, CommandEventData eventData,
        InterceptionResult<DbDataReader> result, CancellationToken cancellationToken = default)
    {
        work.StatementSent();
        return new(result);
    }
}
