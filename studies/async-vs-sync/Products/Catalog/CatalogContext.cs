using Microsoft.EntityFrameworkCore;

namespace Products.Catalog;

/// <summary>The database.</summary>
public sealed class CatalogContext(DbContextOptions<CatalogContext> options) : DbContext(options)
{
    public DbSet<Product> Products => Set<Product>();

    public DbSet<ProductRating> Ratings => Set<ProductRating>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Product>()
        .HasOne(product => product.Rating).WithOne().HasForeignKey<ProductRating>(rating => rating.ProductId);
}
