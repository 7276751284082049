using System.Globalization;

namespace Dyno.K6.Running;

/// <summary>
/// Whether Linux lets the process have the pieces of address space that isolated users take: a machine and a thread each
/// take dozens, and a process that has reached the limit cannot even give memory back, so it ends. Better told before.
/// </summary>
internal sealed class MappingLimit
{
    /// <summary>Mappings of one isolated user under load: measured, and rounded up.</summary>
    public const int PerUser = 90;

    /// <summary>The same where machines keep what they free: five with 300 and with 1,000 users.</summary>
    public const int PerKeepingUser = 10;

    /// <summary>What a run takes beside its users, on top of what there is when it starts.</summary>
    private const int Spare = 2_000;

    private readonly long? _allowed;
    private readonly int _present;

    /// <summary>The limit of this machine.</summary>
    /// <param name="limitFile">Holds the number; without such a file there is no limit.</param>
    /// <param name="mapsFile">Has a line for each mapping of this process.</param>
    public MappingLimit(string limitFile = "/proc/sys/vm/max_map_count", string mapsFile = "/proc/self/maps")
    {
        if (!File.Exists(limitFile) || !File.Exists(mapsFile)) return;
        if (long.TryParse(File.ReadAllText(limitFile), NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out var allowed)) _allowed = allowed;
        _present = File.ReadLines(mapsFile).Count();
    }

    /// <summary>The most isolated users.</summary>
    /// <param name="perUser">Mappings of each: <see cref="PerUser"/> or <see cref="PerKeepingUser"/>.</param>
    public int MostUsers(int perUser) =>
        _allowed is { } allowed ? (int)Math.Clamp((allowed - _present - Spare) / perUser, 1, int.MaxValue) : int.MaxValue;

    /// <summary>What is wrong with so many users, and what to do; null when nothing is.</summary>
    /// <param name="users">How many.</param>
    /// <param name="keepFreedMemory">Makes their machines keep what they free, if the engine knows how; asked only where it helps.</param>
    public (string What, string Instead)? Problem(int users, Func<bool> keepFreedMemory)
    {
        if (users <= MostUsers(PerUser)) return null;
        var perUser = keepFreedMemory() ? PerKeepingUser : PerUser;
        if (users <= MostUsers(perUser)) return null;
        var needed = (long)users * perUser + _present + Spare;
        return (string.Create(CultureInfo.InvariantCulture,
                $"{users:N0} isolated virtual users need about {needed:N0} memory mappings, and this system allows a process {_allowed:N0} (vm.max_map_count)"),
            string.Create(CultureInfo.InvariantCulture,
                $"use --vu-layout dense, at most {MostUsers(perUser):N0} users, or raise the limit: sudo sysctl -w vm.max_map_count={needed / 65_536 * 65_536 + 65_536}"));
    }
}
