using Microsoft.EntityFrameworkCore;

namespace Products.Stores;

internal static class PostgresStore
{
    public static void Use(DbContextOptionsBuilder options, string connectionString) => throw new NotSupportedException(
        "PostgreSQL needs the .NET 10 build of this program: publish it with --framework net10.0");
}
