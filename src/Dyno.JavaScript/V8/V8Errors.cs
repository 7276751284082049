using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.ClearScript;

namespace Dyno.JavaScript.V8;

/// <summary>Makes the port's exceptions of ClearScript's.</summary>
/// <param name="describe">Gives name, message and stack of what was thrown, as JSON (<see cref="V8Ground"/>).</param>
internal sealed partial class V8Errors(ScriptObject describe)
{
    /// <summary>The exception that says the same.</summary>
    /// <param name="thrown">What the engine said, which is still inside.</param>
    /// <param name="file">What was evaluated; empty when something was called.</param>
    public ScriptException Of(Exception thrown, string file) =>
        thrown is ScriptEngineException error ? Of(error, file) : new ScriptException("the script was ended", "") { IsTermination = true };

    private ScriptException Of(ScriptEngineException thrown, string file)
    {
        var (name, message, stack) = Described(thrown);
        var place = StackPlace().Match(stack);
        // What does not parse has no frame; the library says where.
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
            return ("Error", thrown.Message, ""); // it ended, or has no stack left, while it was described
        }
        finally
        {
            V8Values.LetGo(thrown.ScriptExceptionAsObject);
        }
    }

    private static string Text(JsonDocument told, int index) => told.RootElement[index].GetString() ?? "";

    private static int Whole(Group digits) => digits.Success ? int.Parse(digits.ValueSpan, CultureInfo.InvariantCulture) : 0;

    // The first frame in a file.
    [GeneratedRegex(@"^[^\n]*?@(?<file>[^\n]+):(?<line>\d+):(?<column>\d+)$", RegexOptions.Multiline)]
    private static partial Regex StackPlace();

    // at document 3:2:9 -> let = ;
    [GeneratedRegex(@"^\s+at " + V8Ground.Document + @"\d+:(?<line>\d+):(?<column>\d+)", RegexOptions.Multiline)]
    private static partial Regex SourcePlace();
}
