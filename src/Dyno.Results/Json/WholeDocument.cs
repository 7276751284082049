using System.Collections;

namespace Dyno.Results;

/// <summary>
/// Finds nulls in the lists of a document that was read: the deserializer refuses a null property that must not be null, but accepts
/// a null in a list.
/// </summary>
internal static class WholeDocument
{
    /// <summary>Checks the document and returns it.</summary>
    /// <exception cref="JsonException">A list or table in the document has a null.</exception>
    public static T Checked<T>(T document, JsonTypeInfo<T> contract)
    {
        Look(document!, contract, "$");
        return document;
    }

    private static void Look(object value, JsonTypeInfo contract, string path)
    {
        switch (contract.Kind)
        {
            case JsonTypeInfoKind.Object:
                foreach (var property in contract.Properties)
                    if (ContractOf(property.PropertyType, contract) is { } inner && property.Get?.Invoke(value) is { } member) Look(member, inner, $"{path}.{property.Name}");
                break;
            case JsonTypeInfoKind.Dictionary when value is IDictionary table:
                foreach (DictionaryEntry entry in table) LookAtElement(entry.Value, contract, $"{path}.{entry.Key}");
                break;
            case JsonTypeInfoKind.Enumerable when value is IEnumerable list:
                var index = 0;
                foreach (var item in list) LookAtElement(item, contract, $"{path}[{index++}]");
                break;
        }
    }

    private static void LookAtElement(object? element, JsonTypeInfo list, string path)
    {
        var type = list.ElementType!;
        if (element is null)
        {
            if (Nullable.GetUnderlyingType(type) is null) throw new JsonException($"{path} is null");
        }
        else if (ContractOf(type, list) is { } inner) Look(element, inner, path);
    }

    // Numbers, texts and values that a converter reads have no elements to check.
    private static JsonTypeInfo? ContractOf(Type type, JsonTypeInfo owner)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        if (type.IsPrimitive || type.IsEnum || type == typeof(string)) return null;
        return owner.Options.GetTypeInfo(type) is { Kind: not JsonTypeInfoKind.None } contract ? contract : null;
    }
}
