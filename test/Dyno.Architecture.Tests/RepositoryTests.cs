using System.Text.Json.Nodes;

namespace Dyno.Architecture.Tests;

public sealed partial class RepositoryTests
{
    [Fact]
    public void Every_package_has_an_exact_version_and_a_line_on_the_dependencies_page()
    {
        var page = RepositoryFiles.Read("docs/dependencies.md");
        var packages = PackageVersion().Matches(RepositoryFiles.Read("Directory.Packages.props"));

        packages.ShouldNotBeEmpty();
        packages.Select(m => m.Groups[1].Value).Where(name => !page.Contains($"`{name}`", StringComparison.Ordinal))
            .ShouldBeEmpty("docs/dependencies.md: what for, licence, why not the alternative");
        packages.Select(m => m.Groups[2].Value).ShouldAllBe(version => ExactVersion().IsMatch(version));
    }

    [Fact]
    [Trait("Guest", "k6"), Trait("Guest", "import")] // their versions stand in the same file
    public void Every_package_is_used_by_a_project()
    {
        var users = string.Concat(RepositoryFiles.All.Where(path => path.EndsWith(".csproj", StringComparison.Ordinal)
            || path.EndsWith(".props", StringComparison.Ordinal)).Where(path => path != "Directory.Packages.props")
            .Select(RepositoryFiles.Read));

        PackageVersion().Matches(RepositoryFiles.Read("Directory.Packages.props")).Select(m => m.Groups[1].Value)
            .Where(name => !users.Contains($"<PackageReference Include=\"{name}\"", StringComparison.Ordinal))
            .ShouldBeEmpty("remove the versions that no project uses from Directory.Packages.props");
    }

    [Fact]
    public void Every_npm_package_has_an_exact_version_and_a_line_on_the_dependencies_page()
    {
        var page = RepositoryFiles.Read("docs/dependencies.md");

        foreach (var (name, version) in NpmDependencies())
        {
            page.ShouldContain($"`{name}`");
            ExactVersion().IsMatch(version).ShouldBeTrue($"{name} {version}: write one exact version");
        }
    }

    [Fact]
    public void Packages_come_from_the_public_registries()
    {
        RepositoryFiles.All.Where(path => path.EndsWith("package-lock.json", StringComparison.Ordinal))
            .SelectMany(path => Resolved().Matches(RepositoryFiles.Read(path)))
            .Select(m => m.Groups[1].Value).Distinct()
            .ShouldBeSubsetOf(["https://registry.npmjs.org/"]);
        RepositoryFiles.All.Select(path => Path.GetFileName(path).ToUpperInvariant())
            .Intersect(["NUGET.CONFIG", ".NPMRC"]).ShouldBeEmpty("feeds are the user's own setting");
    }

    [Fact]
    public void No_file_names_a_path_of_one_machine() =>
        RepositoryFiles.Text.Where(path => !path.EndsWith(nameof(RepositoryTests) + ".cs", StringComparison.Ordinal))
            .SelectMany(path => MachinePath().Matches(RepositoryFiles.Read(path)).Select(m => $"{path}: {m.Value}"))
            .ShouldBeEmpty();

    [Fact]
    public void Links_between_pages_lead_somewhere() =>
        RepositoryFiles.All.Where(path => path.EndsWith(".md", StringComparison.Ordinal))
            .SelectMany(page => RelativeLink().Matches(RepositoryFiles.Read(page))
                .Select(match => (page, target: Target(page, match.Groups[1].Value))))
            .Where(link => !RepositoryFiles.Exists(link.target)).Select(link => $"{link.page} → {link.target}")
            .ShouldBeEmpty();

    [Fact]
    public void Every_decision_that_a_file_names_exists() =>
        RepositoryFiles.Text.SelectMany(path => Decision().Matches(RepositoryFiles.Read(path)).Select(match => (path, page: match.Value)))
            .Where(named => !RepositoryFiles.All.Any(path => path.StartsWith(named.page, StringComparison.Ordinal)))
            .Select(named => $"{named.path}: {named.page}").ShouldBeEmpty();

    private static IEnumerable<(string Name, string Version)> NpmDependencies() =>
        from path in RepositoryFiles.All
        where Path.GetFileName(path) == "package.json"
        from section in JsonNode.Parse(RepositoryFiles.Read(path))!.AsObject()
        where section.Key is "dependencies" or "devDependencies"
        from package in section.Value!.AsObject()
        select (package.Key, package.Value!.GetValue<string>());

    private static string Target(string page, string link)
    {
        var folder = Path.GetDirectoryName(page)!;
        return Path.GetRelativePath(".", Path.Combine(folder, Uri.UnescapeDataString(link)));
    }

    [GeneratedRegex("<PackageVersion Include=\"([^\"]+)\" Version=\"([^\"]+)\"")]
    private static partial Regex PackageVersion();

    [GeneratedRegex(@"^\d+\.\d+\.\d+(\.\d+)?(-[\w.]+)?$")]
    private static partial Regex ExactVersion();

    [GeneratedRegex(@"\bdocs/adr/\d{4}(-[\w-]+\.md)?")]
    private static partial Regex Decision();

    [GeneratedRegex("\"resolved\"\\s*:\\s*\"(https?://[^/]+/)")]
    private static partial Regex Resolved();

    [GeneratedRegex(@"(?<![\w.])(/work/|/root/|/home/[a-z]+/|[A-Z]:\\Users\\)[\w.\\/-]*")]
    private static partial Regex MachinePath();

    [GeneratedRegex(@"\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)]*)?\)")]
    private static partial Regex RelativeLink();
}
