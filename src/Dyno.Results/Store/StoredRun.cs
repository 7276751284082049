namespace Dyno.Results;

/// <summary>A run in the store.</summary>
/// <param name="Path">Absolute path of its document.</param>
public sealed record StoredRun(string Id, string Path);
