namespace Dyno.Inputs;

/// <summary>Readers of other tools' requests, which a program may have in addition to those of Dyno's own files. Thread-safe.</summary>
internal interface IImporters
{
    /// <summary>The kinds of file, in the order in which they are tried.</summary>
    ImmutableArray<FileKind> Kinds { get; }

    /// <summary>Names that stand for an invented value, with their <c>$</c>.</summary>
    IEnumerable<string> InventedNames { get; }

    /// <summary>The file to read where the target is a folder; null when the folder is no collection of requests.</summary>
    string? FileOf(string folder);

    /// <summary>Reads the command line of another tool, as <c>--curl</c> takes it.</summary>
    RequestSet ReadCommand(string text, ProblemList problems);

    /// <summary>Reads the command line of another tool in the place of a request of an <c>.http</c> file.</summary>
    IEnumerable<RequestDraft> ReadCommand(BlockParts parts, VariableScope scope, InputContext context);

    /// <summary>The value that a name stands for, invented for each request; null when the name is unknown.</summary>
    GeneratedValue? Invent(string name);
}
