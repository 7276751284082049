namespace Products.Catalog;

/// <summary>A product of the catalog.</summary>
public sealed class Product
{
    public int Id { get; init; }

    public required string Name { get; init; }

    public required string Description { get; init; }

    public required string Category { get; init; }

    public double Price { get; init; }

    public required string ImgUrl { get; init; }

    public ProductRating? Rating { get; init; }
}
