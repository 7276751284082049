namespace Dyno.Fleet;

/// <summary>A file that a share needs.</summary>
/// <param name="Path">Path of the file below the agent's folder, with <c>/</c>.</param>
/// <param name="Hash">SHA-256 of its content, hexadecimal: its name in the store.</param>
/// <param name="Length">Length in bytes.</param>
/// <param name="IsProgram">Whether the file is executable.</param>
internal sealed record ShippedFile(string Path, string Hash, long Length, bool IsProgram = false);
