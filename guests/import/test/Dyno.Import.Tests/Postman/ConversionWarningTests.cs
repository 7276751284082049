namespace Dyno.Import.Tests;

public sealed class ConversionWarningTests : IDisposable
{
    private const string Collection = """
        { "info": { "name": "shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
          "item": [ { "name": "orders", "event": [ { "listen": "test", "script": { "exec": ["pm.test('ok')"] } } ],
                      "request": { "method": "GET", "url": "{{baseUrl}}/orders", "auth": { "type": "hawk" } } } ] }
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-convert-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void Everything_that_is_told_is_the_approved_text()
    {
        var warnings = new List<Problem>();
        var path = Path.Combine(_folder, "shop.postman_collection.json");
        File.WriteAllText(path, Collection);

        InputConverter.Convert(new LoadRequest { Target = path }, "shop.http", warnings);

        var told = string.Concat(warnings.Select(warning => $"{warning}\n")).Replace(_folder + Path.DirectorySeparatorChar, "", StringComparison.Ordinal);
        Approval.Verify(told, "ConversionWarnings");
    }
}
