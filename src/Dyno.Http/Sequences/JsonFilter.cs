using System.Collections.Immutable;
using System.Text.Json;

namespace Dyno.Http.Sequences;

/// <summary>A condition on an element, <c>[?(@.id == 3 &amp;&amp; @.open)]</c>, with the comparisons of RFC 9535.</summary>
internal abstract record JsonFilter
{
    public abstract bool Holds(JsonElement element);
}

/// <summary>A disjunction (<c>||</c>) or a conjunction (<c>&amp;&amp;</c>) of conditions.</summary>
internal sealed record JsonFilters(ImmutableArray<JsonFilter> Parts, bool IsAny) : JsonFilter
{
    public override bool Holds(JsonElement element) => IsAny ? Parts.Any(p => p.Holds(element)) : Parts.All(p => p.Holds(element));
}

/// <summary>The negation of a condition: <c>!</c>.</summary>
internal sealed record JsonNot(JsonFilter Inner) : JsonFilter
{
    public override bool Holds(JsonElement element) => !Inner.Holds(element);
}

/// <summary>The condition that a value exists, whatever it is: <c>[?(@.price)]</c>.</summary>
internal sealed record JsonExists(JsonPath Path) : JsonFilter
{
    public override bool Holds(JsonElement element) => Path.Find(element) is not null;
}

/// <summary>
/// A comparison of two values. A missing value equals only another missing value; <c>&lt;</c> and <c>&gt;</c> hold only between two
/// numbers or two strings.
/// </summary>
internal sealed record JsonComparison(JsonOperand Left, string Operator, JsonOperand Right) : JsonFilter
{
    public override bool Holds(JsonElement element)
    {
        var (left, right) = (Left.Of(element), Right.Of(element));
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

    // Null if the values have no order: every comparison with null is false.
    private static int? Order(JsonElement? left, JsonElement? right) => (left?.ValueKind, right?.ValueKind) switch
    {
        (JsonValueKind.Number, JsonValueKind.Number) => left!.Value.GetDouble().CompareTo(right!.Value.GetDouble()),
        (JsonValueKind.String, JsonValueKind.String) => string.CompareOrdinal(left!.Value.GetString(), right!.Value.GetString()),
        _ => null,
    };
}

/// <summary>A literal value, or the path to a value from the element under test.</summary>
internal sealed record JsonOperand(JsonPath? Path, JsonElement? Literal)
{
    public JsonElement? Of(JsonElement element) => Path is null ? Literal : Path.Find(element);
}
