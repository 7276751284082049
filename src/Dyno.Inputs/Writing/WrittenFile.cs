namespace Dyno.Inputs;

/// <summary>A file that a conversion makes.</summary>
/// <param name="Path">The path; a relative path is relative to the folder in which Dyno was started.</param>
/// <param name="Content">Its bytes.</param>
public sealed record WrittenFile(string Path, ReadOnlyMemory<byte> Content);
