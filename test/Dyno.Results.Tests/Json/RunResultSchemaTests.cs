using System.Xml.Linq;

namespace Dyno.Results.Tests;

public sealed class RunResultSchemaTests
{
    [Theory, InlineData("run-result"), InlineData("comparison"), InlineData("history-record")]
    public void The_schema_that_is_checked_in_is_the_current_one(string document)
    {
        var schemaFile = SchemaFile(document);
        var describe = (Func<Type, string, string?>)new DocComments(typeof(RunResult)).Summary;
        var current = document switch
        {
            "comparison" => RunResultSchema.GenerateComparison(describe),
            "history-record" => RunResultSchema.GenerateHistoryRecord(describe),
            _ => RunResultSchema.Generate(describe),
        };
        var checkedIn = File.Exists(schemaFile) ? File.ReadAllText(schemaFile) : "";
        if (current == checkedIn) return;
        File.WriteAllText(schemaFile + ".received", current);

        throw new InvalidOperationException(
            $"the document changed: look at {schemaFile}.received and, if all of it is meant, rename it to {Path.GetFileName(schemaFile)}");
    }

    [Theory, InlineData("run-result"), InlineData("comparison"), InlineData("history-record")]
    public void Every_property_is_described(string document)
    {
        var undescribed = new List<string>();
        Collect(JsonNode.Parse(File.ReadAllText(SchemaFile(document)))!, "$", undescribed);

        undescribed.ShouldBeEmpty();
    }

    private static string SchemaFile(string document) =>
        Path.Combine(RepositoryRoot.Path, "docs", "schemas", $"{document}.v1.schema.json");

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
