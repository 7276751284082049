namespace Dyno.Http;

/// <summary>One segment of a path: selectors, applied to a value, or to it and everything below it (<c>..</c>).</summary>
internal sealed record JsonSegment(ImmutableArray<JsonSelector> Selectors, bool IsDeep)
{
    public IEnumerable<JsonElement> From(JsonElement value, JsonElement root)
    {
        foreach (var selector in Selectors)
            foreach (var found in selector.From(value, root)) yield return found;
        if (!IsDeep) yield break;
        foreach (var child in JsonSelector.ChildrenOf(value))
            foreach (var found in From(child, root)) yield return found;
    }
}

/// <summary>Takes values among the children of a value.</summary>
internal abstract record JsonSelector
{
    /// <summary>Whether the selector takes one value at most.</summary>
    public virtual bool IsSingular => false;

    public abstract IEnumerable<JsonElement> From(JsonElement value, JsonElement root);

    public static IEnumerable<JsonElement> ChildrenOf(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Object => value.EnumerateObject().Select(p => p.Value),
        JsonValueKind.Array => value.EnumerateArray(),
        _ => [],
    };
}

/// <summary>A property: <c>.name</c>, <c>['name']</c>.</summary>
internal sealed record JsonNameSelector(string Name) : JsonSelector
{
    public override bool IsSingular => true;

    public override IEnumerable<JsonElement> From(JsonElement value, JsonElement root) =>
        value.ValueKind == JsonValueKind.Object && value.TryGetProperty(Name, out var property) ? [property] : [];
}

/// <summary>All children: <c>*</c>.</summary>
internal sealed record JsonWildcardSelector : JsonSelector
{
    public override IEnumerable<JsonElement> From(JsonElement value, JsonElement root) => ChildrenOf(value);
}

/// <summary>One element, counted from the end when negative: <c>[0]</c>, <c>[-1]</c>.</summary>
internal sealed record JsonIndexSelector(long Index) : JsonSelector
{
    public override bool IsSingular => true;

    public override IEnumerable<JsonElement> From(JsonElement value, JsonElement root)
    {
        if (value.ValueKind != JsonValueKind.Array) return [];
        var at = Index < 0 ? Index + value.GetArrayLength() : Index;
        return at >= 0 && at < value.GetArrayLength() ? [value[(int)at]] : [];
    }
}

/// <summary>Elements from a start to before an end, each so many steps apart: <c>[1:3]</c>, <c>[-2:]</c>, <c>[::-1]</c>.</summary>
internal sealed record JsonSliceSelector(long? Start, long? End, long Step) : JsonSelector
{
    public override IEnumerable<JsonElement> From(JsonElement value, JsonElement root)
    {
        if (value.ValueKind != JsonValueKind.Array || Step == 0) yield break;
        var length = value.GetArrayLength();
        var (first, last) = Step > 0
            ? (Math.Clamp(FromEnd(Start ?? 0), 0, length), Math.Clamp(FromEnd(End ?? length), 0, length))
            : (Math.Clamp(FromEnd(Start ?? length - 1), -1, length - 1), Math.Clamp(End is { } end ? FromEnd(end) : -1, -1, length - 1));
        for (var at = first; Step > 0 ? at < last : at > last; at += Step) yield return value[(int)at];

        long FromEnd(long index) => index < 0 ? index + length : index;
    }
}

/// <summary>The children for which a condition holds: <c>[?@.id == 3]</c>.</summary>
internal sealed record JsonFilterSelector(JsonFilter Filter) : JsonSelector
{
    public override IEnumerable<JsonElement> From(JsonElement value, JsonElement root) => ChildrenOf(value).Where(child => Filter.Holds(child, root));
}
