namespace Dyno.Http;

/// <summary>A condition on a value, <c>?@.id == 3 &amp;&amp; @.open</c> (RFC 9535, 2.3.5).</summary>
internal abstract record JsonFilter
{
    public abstract bool Holds(JsonElement element, JsonElement root);
}

/// <summary>A disjunction (<c>||</c>) or a conjunction (<c>&amp;&amp;</c>) of conditions.</summary>
internal sealed record JsonFilters(ImmutableArray<JsonFilter> Parts, bool IsAny) : JsonFilter
{
    public override bool Holds(JsonElement element, JsonElement root) =>
        IsAny ? Parts.Any(p => p.Holds(element, root)) : Parts.All(p => p.Holds(element, root));
}

/// <summary>The negation of a condition: <c>!</c>.</summary>
internal sealed record JsonNot(JsonFilter Inner) : JsonFilter
{
    public override bool Holds(JsonElement element, JsonElement root) => !Inner.Holds(element, root);
}

/// <summary>The condition that a path leads to a value, whatever it is: <c>?@.price</c>.</summary>
internal sealed record JsonExists(JsonQuery Query) : JsonFilter
{
    public override bool Holds(JsonElement element, JsonElement root) => Query.All(element, root).Any();
}

/// <summary>
/// A comparison of two values. A missing value equals only another missing value; <c>&lt;</c> and <c>&gt;</c> hold only between two
/// numbers or two strings.
/// </summary>
internal sealed record JsonComparison(JsonOperand Left, string Operator, JsonOperand Right) : JsonFilter
{
    public override bool Holds(JsonElement element, JsonElement root)
    {
        var (left, right) = (Left.Of(element, root), Right.Of(element, root));
        return Operator switch
        {
            "==" => AreEqual(left, right),
            "!=" => !AreEqual(left, right),
            "<" => Order(left, right) < 0,
            ">" => Order(left, right) > 0,
            "<=" => AreEqual(left, right) || Order(left, right) < 0,
            _ => AreEqual(left, right) || Order(left, right) > 0,
        };
    }

    private static bool AreEqual(JsonElement? left, JsonElement? right) =>
        left is { } l && right is { } r ? JsonElement.DeepEquals(l, r) : left is null && right is null;

    // Null if the values have no order: every comparison with null is false. Strings are ordered by code points, as their UTF-8 is.
    private static int? Order(JsonElement? left, JsonElement? right) => (left?.ValueKind, right?.ValueKind) switch
    {
        (JsonValueKind.Number, JsonValueKind.Number) => left!.Value.GetDouble().CompareTo(right!.Value.GetDouble()),
        (JsonValueKind.String, JsonValueKind.String) =>
            Encoding.UTF8.GetBytes(left!.Value.GetString()!).AsSpan().SequenceCompareTo(Encoding.UTF8.GetBytes(right!.Value.GetString()!)),
        _ => null,
    };
}
