using Microsoft.EntityFrameworkCore;

namespace Products.Catalog;

/// <summary>Reads products in the two ways that the study compares: without and with a blocked thread.</summary>
public sealed class ProductRepository(CatalogContext catalog)
{
    private const int HeavyQueryMilliseconds = 400;
    private const int LightQueryMilliseconds = 50;

    public async Task<List<Product>> ListAsync(string category)
    {
        await Task.Delay(HeavyQueryMilliseconds); // stands for a heavy query
        return await catalog.Products.Where(p => p.Category == category || category == "all").ToListAsync();
    }

    public List<Product> List(string category)
    {
        Thread.Sleep(HeavyQueryMilliseconds); // stands for a heavy query
        return [.. catalog.Products.Where(p => p.Category == category || category == "all")];
    }

    public async Task<Product?> FindAsync(int id)
    {
        await Task.Delay(LightQueryMilliseconds);
        return await catalog.Products.Include(p => p.Rating).FirstOrDefaultAsync(p => p.Id == id);
    }
}
