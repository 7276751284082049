namespace Dyno.Inputs.Writing;

/// <summary>A file that a conversion makes.</summary>
/// <param name="Path">Where it belongs; a relative path is relative to the folder Dyno was started in.</param>
/// <param name="Content">Its bytes.</param>
public sealed record WrittenFile(string Path, ReadOnlyMemory<byte> Content);
