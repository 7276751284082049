namespace Dyno.Experiments;

/// <summary>A BenchmarkDotNet project that calls programs which Dyno starts for it.</summary>
/// <param name="Project">Absolute path of the project or its folder.</param>
/// <param name="Subjects">Variable that tells the benchmarks where a program listens, and the program's project.</param>
/// <param name="Rounds">How often the programs and the project are started.</param>
public sealed record BenchmarkPlan(string Project, ImmutableSortedDictionary<string, string> Subjects, int Rounds);
