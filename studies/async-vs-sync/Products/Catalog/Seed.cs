namespace Products.Catalog;

/// <summary>Six products: four pairs of boots, one piece of equipment, one kayak.</summary>
internal static class Seed
{
    public static void Fill(CatalogContext catalog)
    {
        catalog.Database.EnsureCreated();
        if (catalog.Products.Any()) return;
        catalog.Products.AddRange(
            Boots(1, "Trailblazer", 69.99, "Great support in this high-top to take you to great heights and trails."),
            Boots(2, "Coastliner", 49.99, "Easy in and out with this lightweight but rugged shoe with great ventilation."),
            Boots(3, "Woodsman", 64.99, "All the insulation and support you need when wandering the rugged trails."),
            Boots(4, "Basecamp", 249.99, "Get up rocks and summits with this multi-density crampon-ready boot."),
            Of(5, "equip", "Billy", 79.99, "Clear ten miles of trail with this light and sturdy pack."),
            Of(6, "kayak", "Calm Water", 489.99, "A steady single kayak for lakes and slow rivers."));
        catalog.SaveChanges();
    }

    private static Product Boots(int id, string name, double price, string description) => Of(id, "boots", name, price, description);

    private static Product Of(int id, string category, string name, double price, string description) => new()
    {
        Id = id,
        Category = category,
        Name = name,
        Price = price,
        Description = description,
        ImgUrl = $"/images/{category}/{id}.png",
        Rating = new ProductRating { Id = id, ProductId = id, AggregateRating = 3 + id % 3 * 0.7, NumberOfRatings = 12 * id },
    };
}
