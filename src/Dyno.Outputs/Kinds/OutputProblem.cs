namespace Dyno.Outputs.Kinds;

/// <summary>What is wrong with the spelling of an output.</summary>
/// <param name="What">In one sentence without a full stop.</param>
/// <param name="WriteInstead">What to write instead.</param>
public sealed record OutputProblem(string What, string WriteInstead);
