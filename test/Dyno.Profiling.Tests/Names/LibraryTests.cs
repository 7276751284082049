using System.Reflection;
using System.Text.RegularExpressions;

namespace Dyno.Profiling.Tests;

/// <summary>Metadata, IL and symbols of a library on disk: that of these tests.</summary>
public sealed class LibraryTests
{
    private static readonly string Library = typeof(LibraryTests).Assembly.Location;

    [Fact]
    public void The_calls_of_a_method_are_read_from_its_IL()
    {
        using var code = MethodCode.Open(Library)!;

        code.CallsOf(TokenOf(nameof(Sample))).ShouldNotBeNull().ShouldBe(["IsMatch", "Regex.IsMatch", ".ctor", "Regex..ctor", "Invoke", "Func.Invoke"], ignoreOrder: true);
    }

    [Fact]
    public void A_method_may_be_called_by_an_inlined_one_of_its_type()
    {
        using var code = MethodCode.Open(typeof(string).Assembly.Location)!;
        var called = typeof(string).GetMethods(BindingFlags.NonPublic | BindingFlags.Instance).First(m => m.Name == "SplitInternal").MetadataToken;

        code.IsCalledInItsType(called, new HashSet<string> { "Split", "Parse" }).ShouldBeTrue();
        code.IsCalledInItsType(called, new HashSet<string> { "Trim", "Parse" }).ShouldBeFalse();
        code.IsCalledInItsType(0x06FFFFFF, new HashSet<string> { "Split" }).ShouldBeFalse();
    }

    [Fact]
    public void A_method_is_named_by_its_token()
    {
        using var code = MethodCode.Open(Library)!;

        code.NameOf(TokenOf(nameof(Sample))).ShouldBe((typeof(LibraryTests).FullName!, nameof(Sample)));
        code.NameOf(0x06FFFFFF).ShouldBeNull();
    }

    [Fact]
    public void The_lines_of_a_method_come_from_its_portable_PDB()
    {
        var lines = SourceLines.Of(Library, TokenOf(nameof(Sample))).ShouldNotBeNull();

        Path.GetFileName(lines.File).ShouldBe("LibraryTests.cs");
        File.ReadLines(lines.File).ElementAt(lines.First - 1).ShouldContain("new Regex");
    }

    [Fact]
    public void A_library_without_its_PDB_has_no_lines()
    {
        using var folder = Dyno.Results.OwnedFolder.Create("dyno-test-");
        var copy = Path.Combine(folder.Path, "Alone.dll");
        File.Copy(Library, copy);

        SourceLines.Of(copy, TokenOf(nameof(Sample))).ShouldBeNull();
    }

    [Fact]
    public void What_is_no_library_has_no_code()
    {
        MethodCode.Open("/proc/version").ShouldBeNull();
        MethodCode.Open("/nowhere/App.dll").ShouldBeNull();
        SourceLines.Of("/nowhere/App.dll", 0x06000001).ShouldBeNull();
    }

    private static int TokenOf(string method) => typeof(LibraryTests).GetMethod(method, BindingFlags.NonPublic | BindingFlags.Static)!.MetadataToken;

    private static bool Sample(string text, Func<string, bool> also) =>
        new Regex("^[A-Z]+$").IsMatch(text) && also(text);
}
