namespace Dyno.JavaScript;

/// <summary>JavaScript code of every machine: the form of stack traces, and the functions that .NET calls.</summary>
internal static class V8Bootstrap
{
    /// <summary>The prefix of a document's number. V8 identifies evaluated code by this name, which is unique, unlike the name of a file.</summary>
    public const string Document = "document ";

    /// <summary>The document name of this source.</summary>
    public const string File = "dyno:v8";

    /// <summary>
    /// A function with two parameters: a function that returns the failure of a .NET function, and the object that stands for the result
    /// of a failed .NET function. It returns an object of functions. A stack has one line per frame:
    /// <c>function@file:line:column</c>.
    /// </summary>
    public static string Source { get; } = Read();

    private static string Read()
    {
        using var stream = typeof(V8Bootstrap).Assembly.GetManifestResourceStream("bootstrap.js")!;
        return new StreamReader(stream).ReadToEnd();
    }
}
