using System.Text.Encodings.Web;
using System.Text.Json.Nodes;

namespace Dyno.Dashboard.Tests;

public sealed class ApiDocumentTests
{
    private static readonly JsonSerializerOptions Readable = new() { WriteIndented = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    [Fact]
    public async Task The_API_is_what_its_checked_in_description_says()
    {
        await using var ui = await UiProcess.StartAsync();
        var file = Path.Combine(RepositoryRoot.Path, "docs", "schemas", "ui-api.openapi.json");
        var now = JsonNode.Parse((await ui.GetAsync("openapi.json")).GetRawText())!.ToJsonString(Readable) + "\n";

        if (now != await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken))
        {
            await File.WriteAllTextAsync(file + ".received.json", now, TestContext.Current.CancellationToken);
            Assert.Fail($"the API has changed: read {file}.received.json, put it in the place of ui-api.openapi.json, and run `npm run api` and `npm run build` in web/");
        }
    }
}
