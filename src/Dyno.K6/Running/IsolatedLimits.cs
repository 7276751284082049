using System.Globalization;
using Dyno.JavaScript;

namespace Dyno.K6.Running;

/// <summary>Whether this machine has room for so many isolated users: in memory, and in pieces of address space.</summary>
internal static class IsolatedLimits
{
    /// <summary>What a user takes at the least, when its script does next to nothing: measured, and rounded down.</summary>
    public const long LeastBytesPerUser = 2_000_000;

    /// <summary>What is wrong with so many users, and what to do; null when nothing is.</summary>
    public static (string What, string Instead)? Problem(int users) =>
        MemoryProblem(users, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes) ?? new MappingLimit().Problem(users, ScriptEngine.KeepFreedMemory);

    /// <summary>What is wrong with the memory that so many users take.</summary>
    /// <param name="users">How many.</param>
    /// <param name="availableBytes">What the process may have at most.</param>
    public static (string What, string Instead)? MemoryProblem(int users, long availableBytes)
    {
        if (users * LeastBytesPerUser <= availableBytes) return null;
        return (string.Create(CultureInfo.InvariantCulture,
                $"{users:N0} isolated virtual users need at least {users * LeastBytesPerUser / 1e9:N1} GB of memory, and this process may have {availableBytes / 1e9:N1} GB"),
            string.Create(CultureInfo.InvariantCulture, $"use --vu-layout dense, or at most {Math.Max(1, availableBytes / LeastBytesPerUser):N0} users"));
    }
}
