using System.Collections.Immutable;
using Dyno.Cli.Progress;
using Dyno.Experiments.Loads;

namespace Dyno.Cli.Comparing;

/// <summary>The kinds of loads in code that an experiment can have: those that <c>dyno run</c> takes.</summary>
internal static class CodedLoadKinds
{
    /// <summary>All of them.</summary>
    public static ImmutableArray<ICodedLoad> For(ProgressLines progress) => [new ScriptLoad(progress), new ProgramLoad(progress)];
}
