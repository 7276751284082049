using Dyno.K6.Options;
using Dyno.K6.Scripts;

namespace Dyno.K6.Running;

/// <summary>How the virtual users of a script live.</summary>
public enum VuLayout
{
    /// <summary>Dense for many users, or many starts a second, of a script that can be; isolated otherwise.</summary>
    Auto,

    /// <summary>A thread and a machine for each.</summary>
    Isolated,

    /// <summary>Machines and event loops for as many as there are processors; what waits gives the thread away.</summary>
    Dense,
}

/// <summary>Chooses between the layouts, and says why when it cannot be the better one.</summary>
internal static class LayoutChoice
{
    /// <summary>
    /// Up to here isolated users cost little enough. A hundred of them take half as much CPU time again per iteration as dense ones,
    /// and 3 to 4 MB each.
    /// </summary>
    public const int MostIsolated = 50;

    private static readonly int ManyAtATime = 2 * Environment.ProcessorCount;

    /// <summary>
    /// Whether users will likely be isolated, and more than two per processor: then the engine is to compile in place. It must know
    /// before it reads the script, so this is a guess. Only the speed depends on it.
    /// </summary>
    /// <param name="wanted">The layout that was asked for.</param>
    /// <param name="expected">Of users that are to be isolated, an unknown number is many.</param>
    public static bool CompilesInPlace(VuLayout wanted, ExpectedLoad expected) => wanted switch
    {
        VuLayout.Isolated => expected.Users is null || expected.Users > ManyAtATime,
        VuLayout.Auto => expected.Users > ManyAtATime && expected.Users <= MostIsolated && !expected.HasManyStarts,
        _ => false,
    };

    /// <summary>
    /// Whether the run is dense; then the script has been made for it, and so has that of the rehearsal. Few users are, too, where
    /// the options ask for so many starts a second that a rehearsal helps: isolated ones cannot have one, and drop starts until
    /// each machine is warm.
    /// </summary>
    public static bool IsDense(
        VuLayout wanted, K6Options options, ScriptFiles files, ScriptFiles? rehearsal, OptionProblems problems, ICollection<string> warnings)
    {
        var users = PlannedUsers.MostOf(options);
        var areMany = users > MostIsolated;
        if (wanted == VuLayout.Isolated || (wanted == VuLayout.Auto && !areMany && rehearsal is null)) return false;
        var found = rehearsal is null ? DenseCompiler.Compile(files) : DenseCompiler.Compile(files, rehearsal);
        if (found.IsEmpty) return true;
        var reasons = string.Join("; ", found.Take(3)) + (found.Length > 3 ? $"; and {found.Length - 3} more" : "");
        if (wanted == VuLayout.Dense)
            problems.Add("--vu-layout", $"the script cannot run in the dense layout: {reasons}", "change these places, or write --vu-layout isolated");
        else
            warnings.Add((areMany ? $"each of {users} virtual users gets a thread and 3 to 4 MB of its own" : "starts may be dropped until the machine of each virtual user is warm")
                + $", because the script cannot run in the dense layout: {reasons}"
                + (areMany ? "; if that shall be so, write --vu-layout isolated: the engine is then made ready for so many machines" : ""));
        return false;
    }
}
