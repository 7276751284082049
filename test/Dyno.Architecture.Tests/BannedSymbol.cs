namespace Dyno.Architecture.Tests;

/// <summary>One line of a banned-symbols file, as it would appear in an assembly's metadata.</summary>
/// <param name="Type">Full name of the type.</param>
/// <param name="Member">Name of the member in metadata; empty when the whole type is banned.</param>
/// <param name="Parameters">Full names of a method's parameter types.</param>
/// <param name="Advice">What to use instead.</param>
internal sealed record BannedSymbol(string Type, string Member, string Parameters, string Advice)
{
    public static IEnumerable<BannedSymbol> ReadAll(string path) => RepositoryFiles.Lines(path).Select(Parse);

    /// <summary>As <see cref="AssemblyUses"/> reports it, e.g. <c>System.DateTime::get_Now()</c>.</summary>
    public string InMetadata => Member.Length == 0 ? Type : $"{Type}::{Member}({Parameters})";

    private static BannedSymbol Parse(string line)
    {
        var semicolon = line.IndexOf(';', StringComparison.Ordinal);
        var (id, advice) = (line[2..semicolon], line[(semicolon + 1)..]);
        if (line[0] == 'T') return new(id, "", "", advice);
        var parenthesis = id.IndexOf('(', StringComparison.Ordinal);
        var (path, parameters) = parenthesis < 0 ? (id, "") : (id[..parenthesis], id[(parenthesis + 1)..^1]);
        var dot = path.LastIndexOf('.');
        var member = path[(dot + 1)..].Replace('#', '.');
        return new(path[..dot], line[0] == 'P' ? $"get_{member}" : member, parameters, advice);
    }
}
