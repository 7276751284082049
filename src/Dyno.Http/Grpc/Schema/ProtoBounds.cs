namespace Dyno.Http;

/// <summary>The limits of a .proto file: the parser calls itself for each nested block, and compares each field of a message with all others.</summary>
internal static partial class ProtoBounds
{
    private const int MaxBytes = 4 * 1024 * 1024;
    private const int MaxDepth = 64;
    private const int MaxStatements = 10_000;

    /// <summary>Why a file is not read; null when it can be read.</summary>
    public static UserFault? FaultOf(string path, byte[] content)
    {
        if (content.Length > MaxBytes) return Fault($"{path} is larger than {MaxBytes / 1024 / 1024} MB", "give the files with the services that are called, and only what they import");
        var text = Encoding.UTF8.GetString(content);
        foreach (Match import in Import().Matches(text))
            if (IsOutside(import.Groups["name"].Value))
                return Fault($"{path}:{LineOf(text, import.Index)}: the import \"{InText.Quote(import.Groups["name"].Value)}\" leaves the folders of imports",
                    "write it relative to the file or to a folder that --import-path names, without ..");
        var (deepest, statements, where) = Measure(text);
        if (deepest > MaxDepth) return Fault($"{path}:{LineOf(text, where)}: blocks are nested more than {MaxDepth} deep", "write flatter messages");
        if (statements > MaxStatements) return Fault($"{path} has more than {MaxStatements:N0} statements", "split the file, or give a set of descriptors: protoc --include_imports --descriptor_set_out=FILE");
        return null;
    }

    private static UserFault Fault(string what, string writeInstead) => new(what, writeInstead);

    private static bool IsOutside(string name) =>
        name.StartsWith('/') || name.Contains('\\', StringComparison.Ordinal) || name.Contains(':', StringComparison.Ordinal) || name.Split('/').Contains("..");

    private static int LineOf(string text, int at) => text.AsSpan(0, at).Count('\n') + 1;

    // Brackets in texts and comments do not count.
    private static (int Deepest, int Statements, int Where) Measure(string text)
    {
        var (depth, deepest, statements, where) = (0, 0, 0, 0);
        foreach (Match token in Token().Matches(text))
        {
            if (token.Value is "{" or "[" or "(" or "<") depth++;
            else if (token.Value is "}" or "]" or ")" or ">") depth--;
            else if (token.Value == ";") statements++;
            if (depth > deepest) (deepest, where) = (depth, token.Index);
        }

        return (deepest, statements, where);
    }

    [GeneratedRegex(@"^[ \t]*import\s+(?:(?:public|weak|option)\s+)?[""'](?<name>[^""'\r\n]*)[""']", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex Import();

    [GeneratedRegex(@"//[^\n]*|/\*.*?\*/|""(?:[^""\\\n]|\\.)*""|'(?:[^'\\\n]|\\.)*'|[{}()\[\]<>;]", RegexOptions.Singleline | RegexOptions.CultureInvariant)]
    private static partial Regex Token();
}
