namespace Dyno.Http;

/// <summary>The number of files, including sockets, that this process may open.</summary>
internal static unsafe class OpenFileLimit
{
    /// <summary>Raises the soft limit to the hard limit where the system allows it.</summary>
    /// <returns>The limit in force now; <see cref="long.MaxValue"/> when unlimited or unknown.</returns>
    public static long Raise()
    {
        ResourceLimit limit;
        if (Libc.getrlimit(ResourceLimit.OpenFiles, &limit) != 0) return long.MaxValue;
        if (limit.Soft < limit.Hard)
        {
            var raised = limit with { Soft = limit.Hard };
            if (Libc.setrlimit(ResourceLimit.OpenFiles, &raised) == 0) limit = raised;
        }
        return limit.Soft > long.MaxValue ? long.MaxValue : (long)limit.Soft;
    }

    /// <summary>The limit in force; <see cref="long.MaxValue"/> when unlimited or unknown.</summary>
    public static long Now()
    {
        ResourceLimit limit;
        if (Libc.getrlimit(ResourceLimit.OpenFiles, &limit) != 0) return long.MaxValue;
        return limit.Soft > long.MaxValue ? long.MaxValue : (long)limit.Soft;
    }
}
