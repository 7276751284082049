using System.Collections.Immutable;
using Dyno.Cli.Outputs;
using Dyno.Cli.Programs;
using Dyno.Inputs;
using Dyno.Results.Problems;

namespace Dyno.Cli.Running;

/// <summary>Everything that is wrong with what the user asked of <c>dyno run</c>; nothing is sent, built or started to find it out.</summary>
internal static class RunProblems
{
    // Where a program under test will listen; its paths alone are complete with it.
    private static readonly Uri SomeSubject = new("http://127.0.0.1:1");

    /// <summary>Does nothing when results and outputs can be written where the user wants them.</summary>
    /// <exception cref="UserFault">They cannot: all that is wrong, with the load and the program under test, too.</exception>
    public static void ThrowUnlessWritable(RunOptions options)
    {
        if (ResultFiles.ProblemsOf(options).Count > 0 || RunOutputs.ProblemsOf(options).Count > 0) throw new UserFault(Of(options));
    }

    /// <summary>All of it; empty when nothing is wrong.</summary>
    public static ImmutableArray<Problem> Of(RunOptions options)
    {
        var problems = new List<Problem>();
        if (options.Subject is { } subject) SubjectPlanReader.Read(subject, problems);
        problems.AddRange(LoadProgram.Find(options.Load.Target) is { } program ? ProgramPipeline.Unfitting(options, program) : OfLoad(options));
        return [.. problems, .. ResultFiles.ProblemsOf(options), .. RunOutputs.ProblemsOf(options)];
    }

    /// <summary>A load whose target is not known, for what is wrong with its options alone.</summary>
    public static LoadRequest WithoutTarget(LoadRequest load) => load with { Target = SomeSubject.AbsoluteUri, RequestNames = [], HttpEnvironment = null };

    private static ImmutableArray<Problem> OfLoad(RunOptions options)
    {
        try
        {
            InputReader.Read(options.Load with { RebaseTo = options.Subject is null ? null : SomeSubject });
            return [];
        }
        catch (UserFault wrong)
        {
            return wrong.Problems;
        }
    }
}
