namespace Dyno.Architecture.Tests;

/// <summary>The analyzer reports banned APIs while typing; these tests make sure that nothing got past it.</summary>
public sealed class BannedApiTests
{
    private const string Everywhere = "eng/BannedSymbols.txt";
    private const string InLibraries = "eng/BannedSymbols.Libraries.txt";

    public static TheoryData<string> Rooms => [.. ArchitecturePage.Rooms.Keys];

    [Theory, MemberData(nameof(Rooms))]
    public void No_assembly_uses_a_banned_api(string room)
    {
        var banned = BannedSymbol.ReadAll(Everywhere);
        // A load written in C# is a program of its own, and Run(args) is its terminal: one file, Hosting/ProgramTerminal.cs.
        if (room is not ("Dyno.Cli" or "Dyno.Scenarios")) banned = banned.Concat(BannedSymbol.ReadAll(InLibraries));
        var uses = AssemblyUses.Of(FileOf(room));

        banned.Where(symbol => uses.Contains(symbol.InMetadata))
            .Select(symbol => $"{symbol.InMetadata}: {symbol.Advice}")
            .ShouldBeEmpty($"{room} uses banned APIs");
    }

    [Fact]
    public void The_metadata_reader_sees_what_it_looks_for()
    {
        var banned = BannedSymbol.ReadAll(Everywhere).Concat(BannedSymbol.ReadAll(InLibraries));
        var uses = AssemblyUses.Of(typeof(BannedApiTests).Assembly.Location);

        _ = (Func<object>)(() => DateTime.UtcNow);
        _ = (Action)(() => Thread.Sleep(1));
        _ = (Action)(() => Console.WriteLine());
        uses.Intersect(banned.Select(symbol => symbol.InMetadata)).ShouldBe(
            ["System.DateTime::get_UtcNow()", "System.Threading.Thread::Sleep(System.Int32)", "System.Console"],
            ignoreOrder: true);
    }

    [Theory, MemberData(nameof(Rooms))]
    public void The_analyzer_is_installed_in_every_project(string room) =>
        RepositoryFiles.Read(RepositoryFiles.ProjectOf(room).Replace($"{room}.csproj", RepositoryFiles.HasAllGuests ? "packages.lock.json" : "obj/packages.lock.json", StringComparison.Ordinal)).ShouldContain(
            "Microsoft.CodeAnalysis.BannedApiAnalyzers", customMessage: "eng/Source.props brings it: dotnet restore");

    [Fact]
    public void The_rule_is_nowhere_switched_off() =>
        RepositoryFiles.Text.Where(path => !path.EndsWith(nameof(BannedApiTests) + ".cs", StringComparison.Ordinal))
            .Where(path => RepositoryFiles.Read(path).Contains("RS0030", StringComparison.Ordinal))
            .ShouldBeEmpty("no pragma, NoWarn or .globalconfig line may name the banned-API rule");

    [Theory, InlineData(Everywhere), InlineData(InLibraries)]
    public void Every_banned_api_exists_and_says_what_to_use_instead(string file)
    {
        foreach (var symbol in BannedSymbol.ReadAll(file))
        {
            symbol.Advice.Length.ShouldBeGreaterThan(20, symbol.InMetadata);
            var type = Type.GetType(symbol.Type) ?? Type.GetType($"{symbol.Type}, System.Console")
                ?? Type.GetType($"{symbol.Type}, System.Net.Http") ?? Type.GetType($"{symbol.Type}, System.Net.HttpListener");
            type.ShouldNotBeNull(symbol.Type);
            if (symbol.Member.Length > 0) type.GetMember(symbol.Member).ShouldNotBeEmpty(symbol.InMetadata);
        }
    }

    private static string FileOf(string room) =>
        Path.Combine(AppContext.BaseDirectory, room == "Dyno.Cli" ? "dyno.dll" : $"{room}.dll");
}
