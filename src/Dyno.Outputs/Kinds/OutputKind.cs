namespace Dyno.Outputs.Kinds;

/// <summary>A kind of output.</summary>
/// <param name="Name">The word before the equals sign.</param>
/// <param name="Form">How the whole is spelled.</param>
/// <param name="Read">From what stands after the equals sign to what makes the output; null when it cannot be read.</param>
internal sealed record OutputKind(string Name, string Form, Func<string, Func<IOutput>?> Read);
