using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>The server that runs already is a Debug build, as <c>dotnet run</c> and an Aspire app host start it.</summary>
internal sealed class DebugBuildRule : IExplanationRule
{
    public const string Name = "debug-build";

    public ExplanationRecord? Look(RunResult run, ServerObservation server) => !server.IsDebugBuild ? null : new ExplanationRecord
    {
        Rule = Name,
        Message = "the server is a Debug build, whose code the JIT does not optimise: start a Release build (dotnet run -c Release), or let Dyno build and start it (--subject PATH)",
        Evidence = ["its program lies in a folder bin/Debug"],
    };
}
