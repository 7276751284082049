namespace Dyno.Inputs;

/// <summary>The importers of this program. Without any, only Dyno's own files are read.</summary>
internal static class Importers
{
    private static volatile IImporters _all = new None();

    /// <summary>What the readers ask.</summary>
    public static IImporters All => _all;

    /// <summary>Sets them, once for the whole program: before the first input is read.</summary>
    public static void Register(IImporters importers) => _all = importers;

    private sealed class None : IImporters
    {
        public ImmutableArray<FileKind> Kinds => [];

        public IEnumerable<string> InventedNames => [];

        public string? FileOf(string folder) => null;

        public RequestSet ReadCommand(string text, ProblemList problems)
        {
            problems.Add("--curl", "this program has no reader of curl commands", "write the request into a .http file");
            return new() { Name = "curl", InputKind = "", Source = "--curl" };
        }

        public IEnumerable<RequestDraft> ReadCommand(BlockParts parts, VariableScope scope, InputContext context)
        {
            parts.Curl[0].In(context.Place).Problem("this program has no reader of curl commands", "write the request with its method, URL and headers");
            return [];
        }

        public GeneratedValue? Invent(string name) => null;
    }
}
