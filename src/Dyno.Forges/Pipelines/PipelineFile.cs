namespace Dyno.Forges;

/// <summary>A file that <c>dyno ci init</c> writes.</summary>
/// <param name="Path">Its path below the repository's root, with slashes.</param>
public sealed record PipelineFile(string Path, string Text);
