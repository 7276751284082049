namespace Dyno.Outputs;

/// <summary>A kind of output.</summary>
/// <param name="Form">An example of the whole spelling.</param>
/// <param name="Read">Parses the text after the equals sign into a factory of the output; null when the text is not valid.</param>
internal sealed record OutputKind(string Name, string Form, Func<string, Func<IOutput>?> Read);
