using System.Text.Json;
using System.Text.RegularExpressions;

namespace Dyno.JavaScript;

/// <summary>Converts ClearScript's exceptions to <see cref="ScriptException"/>.</summary>
/// <param name="describe">Returns name, message and stack of a thrown value, as JSON (<see cref="V8Bootstrap"/>).</param>
internal sealed partial class V8Errors(ScriptObject describe)
{
    /// <summary>Converts an exception of the engine.</summary>
    /// <param name="thrown">The engine's exception; the machine's thread has not left the machine yet.</param>
    /// <param name="file">The file that was evaluated; empty when a function was called.</param>
    public ScriptException Of(Exception thrown, string file) =>
        thrown is ScriptEngineException error ? Of(error, file) : new ScriptException("the script was ended", "") { IsTermination = true };

    private ScriptException Of(ScriptEngineException thrown, string file)
    {
        var (name, message, stack) = Described(thrown);
        var place = StackPlace().Match(stack);
        // A program that does not parse has no stack frame; the library's details give the position.
        if (!place.Success || name == "SyntaxError" && file.Length > 0) place = SourcePlace().Match(thrown.ErrorDetails ?? "") is { Success: true } source ? source : place;
        return new ScriptException(message, name)
        {
            File = place.Groups["file"] is { Success: true } seen ? seen.Value : file,
            Line = Whole(place.Groups["line"]),
            Column = Whole(place.Groups["column"]),
            Stack = stack,
        };
    }

    private (string Name, string Message, string Stack) Described(ScriptEngineException thrown)
    {
        var isOfTheLibrary = thrown.ScriptExceptionAsObject is null && !thrown.ExecutionStarted && thrown.InnerException is null;
        if (thrown.IsFatal || isOfTheLibrary) return ("Error", thrown.Message, "");
        try
        {
            using var told = JsonDocument.Parse((string)describe.InvokeAsFunction(thrown.ScriptExceptionAsObject));
            return (Text(told, 0), Text(told, 1), Text(told, 2));
        }
        catch (Exception e) when (e is ScriptEngineException or ScriptInterruptedException)
        {
            return ("Error", thrown.Message, ""); // the script was ended, or the stack was exhausted, during the description
        }
        finally
        {
            V8Values.LetGo(thrown.ScriptExceptionAsObject);
        }
    }

    private static string Text(JsonDocument told, int index) => told.RootElement[index].GetString() ?? "";

    private static int Whole(Group digits) => digits.Success ? int.Parse(digits.ValueSpan, CultureInfo.InvariantCulture) : 0;

    // Matches the first stack frame in a file.
    [GeneratedRegex(@"^[^\n]*?@(?<file>[^\n]+):(?<line>\d+):(?<column>\d+)$", RegexOptions.Multiline)]
    private static partial Regex StackPlace();

    // Matches e.g. "at document 3:2:9 -> let = ;".
    [GeneratedRegex(@"^\s+at " + V8Bootstrap.Document + @"\d+:(?<line>\d+):(?<column>\d+)", RegexOptions.Multiline)]
    private static partial Regex SourcePlace();
}
