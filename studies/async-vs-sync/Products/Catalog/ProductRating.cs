namespace Products.Catalog;

/// <summary>The rating of a product by its buyers.</summary>
public sealed class ProductRating
{
    public int Id { get; init; }

    public int ProductId { get; init; }

    public double AggregateRating { get; init; }

    public int NumberOfRatings { get; init; }
}
