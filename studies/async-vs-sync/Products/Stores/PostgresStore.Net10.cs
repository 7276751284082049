using Microsoft.EntityFrameworkCore;

namespace Products.Stores;

internal static class PostgresStore
{
    public static void Use(DbContextOptionsBuilder options, string connectionString) => options.UseNpgsql(connectionString);
}
