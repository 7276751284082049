namespace Dyno.K6;

/// <summary>How the virtual users of a script live.</summary>
public enum VuLayout
{
    /// <summary>Dense when the script is fit for it; isolated otherwise, for a few users.</summary>
    Auto,

    /// <summary>A thread and a machine for each user; for a few users.</summary>
    Isolated,

    /// <summary>As many machines with event loops as there are processors; a script that waits leaves the thread to others.</summary>
    Dense,
}

/// <summary>Chooses between the layouts, and says why when it cannot be the one that was asked for.</summary>
internal static class LayoutChoice
{
    /// <summary>
    /// The most virtual users that may be isolated: each costs 3 to 4 MB and a thread, and a hundred of them take 1.5 times the CPU
    /// time per iteration of dense ones.
    /// </summary>
    public const int MostIsolated = 50;

    /// <summary>Whether the run is dense. When true, the script and the script of the rehearsal have been compiled for the dense layout.</summary>
    /// <param name="files">The script, loaded.</param>
    /// <param name="rehearsal">The script of the rehearsal, for many starts a second; null for none.</param>
    /// <param name="problems">Takes the reasons why no layout is possible.</param>
    public static bool IsDense(
        VuLayout wanted, K6Options options, ScriptFiles files, ScriptFiles? rehearsal, OptionProblems problems, ICollection<string> warnings)
    {
        var users = PlannedUsers.MostOf(options);
        if (wanted == VuLayout.Isolated)
        {
            if (users > MostIsolated) problems.Add("--vu-layout", $"at most {MostIsolated} virtual users can be isolated, and {users} are planned",
                $"leave --vu-layout out, or plan at most {MostIsolated} users");
            return false;
        }
        var found = rehearsal is null ? DenseCompiler.Compile(files) : DenseCompiler.Compile(files, rehearsal);
        if (found.IsEmpty) return true;
        var reasons = string.Join("; ", found.Take(3)) + (found.Length > 3 ? $"; and {found.Length - 3} more" : "");
        if (wanted == VuLayout.Dense)
            problems.Add("--vu-layout", $"the script cannot run in the dense layout: {reasons}", "change these places, or write --vu-layout isolated");
        else if (users > MostIsolated)
            problems.Add("virtual users", $"more than {MostIsolated} virtual users must share script engines, which this script does not allow: {reasons}",
                $"change these places, or plan at most {MostIsolated} users instead of {users}");
        else if (rehearsal is not null)
            warnings.Add($"starts may be dropped until the script engine of each virtual user is warm, because the script cannot run in the dense layout: {reasons}");
        return false;
    }
}
