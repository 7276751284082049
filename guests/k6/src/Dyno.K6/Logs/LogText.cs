namespace Dyno.K6;

/// <summary>Lines of a log as k6 writes them. Empty fields are left out.</summary>
internal static class LogText
{
    private const int WidthOfMessages = 44; // in a terminal, in characters, so that the fields of all lines begin in the same column

    public static string Text(DateTimeOffset at, string level, string message, string error, string source) =>
        $"time=\"{Stamp(at)}\" level={level} msg={Value(message)}{Fields(error, source)}";

    public static string Terminal(TimeSpan sinceStart, string level, string message, string error, string source)
    {
        var fields = Fields(error, source);
        return string.Create(CultureInfo.InvariantCulture,
            $"{Short(level)}[{(int)sinceStart.TotalSeconds:0000}] {(fields.Length == 0 ? message : message.PadRight(WidthOfMessages) + " ")}{fields}");
    }

    public static string Json(DateTimeOffset at, string level, string message, string error, string source)
    {
        List<(string Name, string Value)> members = [("error", error), ("level", level), ("msg", message), ("source", source), ("time", Stamp(at))];
        return $"{{{string.Join(',', members.Where(m => m.Value.Length > 0 || m.Name == "msg").Select(m => $"\"{m.Name}\":\"{Escaped(m.Value)}\""))}}}";
    }

    // k6 leaves the error out here; Dyno adds it, because the reader must learn what failed.
    public static string Raw(string message, string error) => error.Length == 0 ? message : $"{message} error={Value(error)}";

    private static string Fields(string error, string source) =>
        (error.Length > 0 ? $" error={Value(error)}" : "") + (source.Length > 0 ? $" source={Value(source)}" : "");

    private static string Stamp(DateTimeOffset at) => at.ToString(at.Offset == TimeSpan.Zero ? "yyyy-MM-dd'T'HH:mm:ss'Z'" : "yyyy-MM-dd'T'HH:mm:sszzz", CultureInfo.InvariantCulture);

    private static string Short(string level) => level switch { "warning" => "WARN", "error" => "ERRO", "debug" => "DEBU", _ => "INFO" };

    private static JsonEncodedText Escaped(string text) => JsonEncodedText.Encode(text, JavaScriptEncoder.UnsafeRelaxedJsonEscaping);

    private static string Value(string text) => text.All(c => char.IsAsciiLetterOrDigit(c) || "-._/@^+".Contains(c)) ? text : Quoted(text);

    private static string Quoted(string text)
    {
        var quoted = new StringBuilder("\"", text.Length + 2);
        foreach (var c in text)
            _ = c switch
            {
                '"' => quoted.Append("\\\""),
                '\\' => quoted.Append(@"\\"),
                '\n' => quoted.Append(@"\n"),
                '\r' => quoted.Append(@"\r"),
                '\t' => quoted.Append(@"\t"),
                < ' ' or '\x7f' => quoted.Append(CultureInfo.InvariantCulture, $@"\x{(int)c:x2}"),
                _ => quoted.Append(c),
            };
        return quoted.Append('"').ToString();
    }
}
