namespace Dyno.Profiling.Tests;

public sealed class InlineMapTests
{
    /// <summary>Method 1 has inlined 2, which has inlined 3; from byte 16 on its code is that of 3, from byte 32 on its own again.</summary>
    private static readonly List<byte> Map =
    [
        .. BitConverter.GetBytes(3), .. BitConverter.GetBytes(3),
        .. Node(1, child: 1), .. Node(2, child: 2), .. Node(3, child: 0),
        .. Mapping(0, node: 0), .. Mapping(16, node: 2), .. Mapping(32, node: 0),
    ];

    [Fact]
    public void The_methods_inlined_at_a_place_come_innermost_first()
    {
        var map = InlineMap.Parse(Map)!;

        map.MethodsAt(20).ShouldBe([3ul, 2ul]);
        map.MethodsAt(40).ShouldBeEmpty();
        map.MethodsAt(0).ShouldBeEmpty();
    }

    [Fact]
    public void A_map_that_is_cut_short_is_none()
    {
        for (var length = 0; length < Map.Count; length++) InlineMap.Parse(Map[..length]).ShouldBeNull();
    }

    [Fact]
    public void Nodes_that_go_in_a_circle_end()
    {
        List<byte> circle = [.. BitConverter.GetBytes(2), .. BitConverter.GetBytes(1), .. Node(1, child: 1), .. Node(2, child: 1), .. Mapping(0, node: 1)];

        InlineMap.Parse(circle)!.MethodsAt(0).Count().ShouldBeLessThanOrEqualTo(64);
    }

    private static byte[] Node(ulong method, uint child) =>
        [.. BitConverter.GetBytes(method), .. BitConverter.GetBytes(0), .. BitConverter.GetBytes(child), .. BitConverter.GetBytes(0)];

    private static byte[] Mapping(uint native, uint node) => [.. BitConverter.GetBytes(0), .. BitConverter.GetBytes(node), .. BitConverter.GetBytes(native), 0];
}
