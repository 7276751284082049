namespace Dyno.Import;

/// <summary>The values that Postman makes anew for each request, written as in a <c>.http</c> file.</summary>
internal static class PostmanDynamic
{
    /// <summary>The slot for a name; null when Postman has no such value.</summary>
    public static TextPart? Find(string name) => name switch
    {
        "$guid" => TextPart.Slot("$guid", new GuidValue()),
        "$timestamp" => TextPart.Slot("$timestamp", new UnixTimeValue(TimeShift.None)),
        "$isoTimestamp" => TextPart.Slot("$isoTimestamp", new DateTimeValue("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", TimeShift.None, IsLocal: false)),
        "$randomInt" => TextPart.Slot("$randomInt 0 1001", new RandomIntegerValue(0, 1001)),
        _ => InventedNames.Find(name) is { } value ? TextPart.Slot(name, value) : null,
    };
}
