namespace Dyno.Profiling;

/// <summary>Tells source files as the user knows them, and what the compared revisions change in them.</summary>
public interface ISourceMap
{
    /// <summary>The path of a file relative to its repository, or the path itself.</summary>
    string Relative(string file);

    /// <summary><c>new</c> or <c>changed</c> where the compared revisions touch lines of a file; null where they do not.</summary>
    /// <param name="file">The relative path.</param>
    string? TouchOf(string file, int first, int last);
}
