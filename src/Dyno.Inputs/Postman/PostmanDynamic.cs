using Dyno.Http.Templates;

namespace Dyno.Inputs.Postman;

/// <summary>The values that Postman makes anew for each request, as far as Dyno has them; written as in a <c>.http</c> file.</summary>
internal static class PostmanDynamic
{
    /// <summary>The slot for a name; null when Dyno has no such value.</summary>
    public static TextPart? Find(string name) => name switch
    {
        "$guid" or "$randomUUID" => TextPart.Slot("$guid", new GuidValue()),
        "$timestamp" => TextPart.Slot("$timestamp", new UnixTimeValue(TimeShift.None)),
        "$isoTimestamp" => TextPart.Slot("$isoTimestamp", new DateTimeValue("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", TimeShift.None, IsLocal: false)),
        "$randomInt" => TextPart.Slot("$randomInt 0 1001", new RandomIntegerValue(0, 1001)),
        "$randomEmail" or "$randomExampleEmail" => TextPart.Slot("$random.email", new RandomTextValue(RandomTextValue.Letters, 10, "@example.com")),
        "$randomAlphaNumeric" => TextPart.Slot("$random.alphanumeric(1)", new RandomTextValue(RandomTextValue.LettersAndDigits, 1)),
        "$randomFirstName" or "$randomLastName" or "$randomUserName" or "$randomWord" or "$randomCity" =>
            TextPart.Slot("$random.alphabetic(8)", new RandomTextValue(RandomTextValue.Letters, 8)),
        _ => null,
    };
}
