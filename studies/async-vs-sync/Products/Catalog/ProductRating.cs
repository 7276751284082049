namespace Products.Catalog;

/// <summary>What buyers think of a product.</summary>
public sealed class ProductRating
{
    public int Id { get; init; }

    public int ProductId { get; init; }

    public double AggregateRating { get; init; }

    public int NumberOfRatings { get; init; }
}
