using System.Globalization;
using Dyno.JavaScript;

namespace Dyno.K6.Running;

/// <summary>Whether this machine has room for so many isolated users: in memory, and in pieces of address space.</summary>
internal static class IsolatedLimits
{
    /// <summary>What a user takes at the least, when its script does next to nothing: measured, and rounded down.</summary>
    public const long LeastBytesPerUser = 2_000_000;

    /// <summary>What is wrong with so many users on this machine, and what to do; null when nothing is.</summary>
    /// <param name="users">How many.</param>
    public static (string What, string Instead)? Problem(int users) =>
        Problem(users, GC.GetGCMemoryInfo().TotalAvailableMemoryBytes, ScriptEngine.KeepFreedMemory);

    /// <summary>The same with a memory of this size.</summary>
    /// <param name="users">How many.</param>
    /// <param name="availableBytes">What the process may have at most.</param>
    /// <param name="keepFreedMemory">Makes the engine keep what it frees, if it knows how.</param>
    public static (string What, string Instead)? Problem(int users, long availableBytes, Func<bool> keepFreedMemory) =>
        MemoryProblem(users, availableBytes) ?? new MappingLimit().Problem(users, keepFreedMemory);

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
