using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Dyno.Profiling;

internal sealed record SourceLines(string File, int First, int Last)
{
    /// <summary>The lines of methods, by their names; those of unknown source are left out.</summary>
    /// <param name="places">Where the methods are defined.</param>
    public static IReadOnlyDictionary<string, SourceLines> OfAll(IReadOnlyDictionary<string, MethodPlace> places)
    {
        var all = new Dictionary<string, SourceLines>(StringComparer.Ordinal);
        foreach (var module in places.GroupBy(place => place.Value.Module))
            Use(module.Key, symbols =>
            {
                foreach (var (name, place) in module)
                    if (Read(symbols, place.Token) is { } lines) all[name] = lines;
            });
        return all;
    }

    /// <summary>The lines of a method, from the portable PDB beside its library or inside of it; null when there is none.</summary>
    public static SourceLines? Of(string module, int token)
    {
        SourceLines? lines = null;
        Use(module, symbols => lines = Read(symbols, token));
        return lines;
    }

    private static void Use(string module, Action<MetadataReader> read)
    {
        try
        {
            using var library = new PEReader(System.IO.File.OpenRead(module));
            if (!library.TryOpenAssociatedPortablePdb(module, Open, out var found, out _) || found is null) return;
            using (found) read(found.GetMetadataReader());
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException or InvalidOperationException
            or ArgumentException or InvalidCastException)
        {
            // A library or a PDB that is gone or damaged tells no lines.
        }
    }

    private static FileStream? Open(string path) => System.IO.File.Exists(path) ? System.IO.File.OpenRead(path) : null;

    private static SourceLines? Read(MetadataReader symbols, int token)
    {
        var method = (MethodDefinitionHandle)MetadataTokens.EntityHandle(token);
        ImmutableArray<SequencePoint> points = [.. symbols.GetMethodDebugInformation(method).GetSequencePoints().Where(p => !p.IsHidden && !p.Document.IsNil)];
        if (points.IsEmpty) return null;
        return new SourceLines(symbols.GetString(symbols.GetDocument(points[0].Document).Name), points.Min(p => p.StartLine), points.Max(p => p.EndLine));
    }
}
