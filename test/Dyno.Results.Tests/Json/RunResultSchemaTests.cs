using System.Text.Json.Nodes;
using System.Xml.Linq;
using Dyno.Results.Json;
using Dyno.Results.Runs;
using Dyno.Testing;

namespace Dyno.Results.Tests.Json;

public sealed class RunResultSchemaTests
{
    private static readonly string SchemaFile = Path.Combine(RepositoryRoot.Path, "docs", "schemas", "run-result.v1.schema.json");

    [Fact]
    public void The_schema_that_is_checked_in_is_the_current_one()
    {
        var current = RunResultSchema.Generate(new DocComments(typeof(RunResult)).Summary);
        var checkedIn = File.Exists(SchemaFile) ? File.ReadAllText(SchemaFile) : "";
        if (current == checkedIn) return;
        File.WriteAllText(SchemaFile + ".received", current);

        throw new InvalidOperationException(
            $"the result document changed: look at {SchemaFile}.received and, if all of it is meant, rename it to {Path.GetFileName(SchemaFile)}");
    }

    [Fact]
    public void Every_property_is_described()
    {
        var undescribed = new List<string>();
        Collect(JsonNode.Parse(File.ReadAllText(SchemaFile))!, "$", undescribed);

        undescribed.ShouldBeEmpty();
    }

    private static void Collect(JsonNode node, string path, List<string> undescribed)
    {
        if (node is not JsonObject schema) return;
        if (schema["properties"] is JsonObject properties)
            foreach (var (name, property) in properties)
            {
                if (property?["description"] is null) undescribed.Add($"{path}.{name}");
                Collect(property!, $"{path}.{name}", undescribed);
            }

        if (schema["items"] is { } items) Collect(items, path + "[]", undescribed);
    }

    /// <summary>The doc comments of an assembly, as the compiler left them beside it.</summary>
    private sealed class DocComments(Type type)
    {
        private readonly Dictionary<string, string> _summaries = XDocument
            .Load(Path.ChangeExtension(type.Assembly.Location, ".xml"))
            .Descendants("member")
            .ToDictionary(member => member.Attribute("name")!.Value, member => Text(member.Element("summary")));

        public string? Summary(Type declaring, string property) => _summaries.GetValueOrDefault($"P:{declaring.FullName}.{property}");

        private static string Text(XElement? summary)
        {
            if (summary is null) return "";
            foreach (var see in summary.Descendants("see").ToList())
                see.ReplaceWith(see.Attribute("cref")!.Value.Split('.')[^1]);
            return string.Join(' ', summary.Value.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        }
    }
}
